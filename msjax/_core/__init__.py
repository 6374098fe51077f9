"""The machinery behind the public names; imports nothing from the rest of msjax."""
