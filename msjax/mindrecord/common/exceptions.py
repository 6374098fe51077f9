"""The errors of MindRecord files."""

from __future__ import annotations

_NUMBERS = {
    "ParamTypeError": 1,
    "ParamValueError": 2,
    "ParamMissError": 3,
    "PathNotExistsError": 4,
    "DbConnectionError": 5,
    "MRMOpenError": 100,
    "MRMOpenForAppendError": 101,
    "MRMInvalidPageSizeError": 102,
    "MRMInvalidHeaderSizeError": 103,
    "MRMSetHeaderError": 104,
    "MRMWriteDatasetError": 105,
    "MRMCommitError": 107,
    "MRMLaunchError": 108,
    "MRMFinishError": 109,
    "MRMCloseError": 110,
    "MRMAddSchemaError": 111,
    "MRMAddIndexError": 112,
    "MRMBuildSchemaError": 113,
    "MRMGetMetaError": 114,
    "MRMIndexGeneratorError": 115,
    "MRMGenerateIndexError": 116,
    "MRMInitSegmentError": 117,
    "MRMFetchCandidateFieldsError": 118,
    "MRMReadCategoryInfoError": 119,
    "MRMFetchDataError": 120,
    "MRMInvalidSchemaError": 200,
    "MRMValidateDataError": 201,
    "MRMDefineIndexError": 202,
    "MRMDefineBlobError": 203,
    "MRMUnsupportedSchemaError": 204,
    "MRMDefineCategoryError": 205,
}
# An error of the host, of the kind "error code", with the system's number; see error_code.
_ORIGIN = 0b01 << 30 | 0b01 << 28 | 0b00101010 << 17


class MindRecordException(Exception):
    """Base of the errors of MindRecord files; `error_msg` has the text, `error_code` a number."""

    _text = "Unknown Error."

    def __init__(self) -> None:
        super().__init__()
        self.error_msg = self._text
        number = _NUMBERS.get(type(self).__name__, 0)
        self._error_code = _ORIGIN | (number // 100 + 1) << 12 | number

    def __str__(self) -> str:
        return f"[{type(self).__name__}]: {self.error_msg}"

    @property
    def error_code(self) -> int:
        """The number of this kind of error."""
        return self._error_code


class _Detailed(MindRecordException):
    """Base of the errors that are told what is wrong."""

    def __init__(self, error_detail: object) -> None:
        super().__init__()
        self.error_msg = self._text.format(error_detail)


class UnknownError(MindRecordException):
    """An error of no other kind."""


class ParamValueError(_Detailed):
    """An argument has a wrong value."""

    _text = "Invalid parameter value. {}"


class ParamTypeError(MindRecordException):
    """An argument has a wrong type."""

    def __init__(self, param_name: str, expected_type: str) -> None:
        super().__init__()
        self.error_msg = f"Invalid parameter type. '{param_name}' expect {expected_type} type."


class ParamMissError(_Detailed):
    """An argument is missing."""

    _text = "Param missing. '{}' is required."


class PathNotExistsError(_Detailed):
    """A path does not exist."""

    _text = "Invalid path. {}"


class DbConnectionError(_Detailed):
    """An index cannot be opened."""

    _text = "Db connection is error. Detail: {}"


class MRMOpenError(MindRecordException):
    """A file cannot be opened."""

    _text = "MindRecord File could not open successfully."


class MRMOpenForAppendError(MindRecordException):
    """A file cannot be opened for more rows."""

    _text = "MindRecord File could not open successfully for append."


class MRMInvalidPageSizeError(MindRecordException):
    """The size of pages is not possible."""

    _text = "Failed to set page size."


class MRMInvalidHeaderSizeError(MindRecordException):
    """The size of the header is not possible."""

    _text = "Failed to set header size."


class MRMSetHeaderError(MindRecordException):
    """The header cannot be set."""

    _text = "Failed to set header."


class MRMWriteDatasetError(MindRecordException):
    """Rows cannot be written."""

    _text = "Failed to write dataset."


class MRMCommitError(MindRecordException):
    """A file cannot be finished."""

    _text = "Failed to commit."


class MRMLaunchError(MindRecordException):
    """Reading cannot begin."""

    _text = "Failed to launch."


class MRMFinishError(MindRecordException):
    """Reading cannot end."""

    _text = "Failed to finish."


class MRMCloseError(MindRecordException):
    """A file cannot be closed."""

    _text = "Failed to close."


class MRMAddSchemaError(MindRecordException):
    """A schema cannot be added."""

    _text = "Failed to add schema."


class MRMAddIndexError(MindRecordException):
    """An index cannot be added."""

    _text = "Failed to add index field."


class MRMBuildSchemaError(MindRecordException):
    """A schema cannot be made."""

    _text = "Failed to build schema."


class MRMGetMetaError(MindRecordException):
    """There is no schema."""

    _text = "Failed to get meta info."


class MRMIndexGeneratorError(MindRecordException):
    """The index cannot be begun."""

    _text = "Failed to create index generator."


class MRMGenerateIndexError(MindRecordException):
    """The index cannot be written."""

    _text = "Failed to generate index."


class MRMInitSegmentError(MindRecordException):
    """Reading by pages cannot begin."""

    _text = "Failed to initialize segment."


class MRMFetchCandidateFieldsError(MindRecordException):
    """The fields of the index cannot be read."""

    _text = "Failed to fetch candidate category fields."


class MRMReadCategoryInfoError(MindRecordException):
    """The values of a field cannot be counted."""

    _text = "Failed to read category information."


class MRMFetchDataError(MindRecordException):
    """Rows cannot be read by a value."""

    _text = "Failed to fetch data by category."


class MRMInvalidSchemaError(_Detailed):
    """A schema is wrong."""

    _text = "Schema format is error. Detail: {}"


class MRMValidateDataError(_Detailed):
    """A row does not fit the schema."""

    _text = "Raw data do not match the schema. Detail: {}"


class MRMDefineIndexError(_Detailed):
    """A field cannot be in the index."""

    _text = "Failed to define index field. Detail: {}"


class MRMDefineBlobError(_Detailed):
    """A field cannot be a blob."""

    _text = "Failed to define blob field. Detail: {}"


class MRMUnsupportedSchemaError(_Detailed):
    """A file has a schema that does not fit its contents."""

    _text = "Schema is not supported. Detail: {}"


class MRMDefineCategoryError(_Detailed):
    """A field cannot group rows."""

    _text = "Failed to define category field. Detail: {}"


__all__ = ["MindRecordException", "UnknownError", *_NUMBERS]
