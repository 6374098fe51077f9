"""Where MindSpore keeps the stand-ins for Tensors under computation; here every Tensor is one."""


class StubTensor:
    """A class that programs patch beside Tensor; nothing is an instance of it."""
