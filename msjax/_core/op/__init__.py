"""The one definition of an operation and the gateway that every call goes through."""
