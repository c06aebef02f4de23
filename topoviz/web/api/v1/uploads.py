"""Read uploads: every file goes to disk as it arrives, and what is too large is told instead of cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, TemporaryFileUploadHandler
from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.web.analyses.limits import limits
from topoviz.web.api.v1.parsing import too_long
from topoviz.web.documents.problems import FieldError, Limit, Problem

FORM = "multipart/form-data"

AROUND = 1024 * 1024
"""How much longer than its files a form may be."""


class CountingHandler(TemporaryFileUploadHandler):
    """Writes files to disk, and stops with a problem when all of them together have more bytes than they may."""

    def __init__(self, request: HttpRequest, most: int, too_large: Callable[[], Problem]) -> None:
        super().__init__(request)
        self._most, self._too_large = most, too_large
        self._count = 0

    def new_file(self, *arguments: Any, **options: Any) -> None:
        """Begin a file; its name on disk has nothing of the one that the user gave it."""
        FileUploadHandler.new_file(self, *arguments, **options)
        self.file = TemporaryUploadedFile("upload", self.content_type or "", 0, self.charset, self.content_type_extra)
        self.file.name = self.file_name

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write a piece; raises Problem when it is one too many."""
        self._count += len(raw_data)
        if self._count > self._most:
            self.upload_interrupted()
            raise self._too_large()
        super().receive_data_chunk(raw_data, start)


class TakesFiles(APIView):
    """A view that takes forms with files, and refuses those that are too large before they are read."""

    def most_bytes(self) -> int:
        """Say how many bytes the files of a form may have together."""
        raise NotImplementedError

    def too_large(self) -> Problem:
        """Make the problem of files that have more."""
        raise NotImplementedError

    def brings_files(self, request: HttpRequest) -> bool:
        """Tell whether a request is read as a form with files."""
        return is_form(request)

    def initialize_request(self, request: HttpRequest, *args: Any, **options: Any) -> Request:
        """Have files counted from their first byte on: the check of the form's origin reads them already."""
        if self.brings_files(request):
            request.upload_handlers = [CountingHandler(request, self.most_bytes(), self.too_large)]
        return super().initialize_request(request, *args, **options)

    def most_body(self, content_type: str) -> int:
        """Say how long a request may be: a form is longer than its files."""
        return self.most_bytes() + AROUND if is_form_type(content_type) else limits().body_bytes

    def too_long(self, content_type: str) -> Problem:
        """Make the problem of a request that is longer."""
        return self.too_large() if is_form_type(content_type) else too_long()


def is_form(request: HttpRequest | Request) -> bool:
    """Tell whether a request brings a form with files."""
    return is_form_type(request.content_type or "")


def is_form_type(content_type: str) -> bool:
    """Tell whether a content type is that of a form with files."""
    return content_type.partition(";")[0].strip().lower() == FORM


def uploaded(files: list[object], before: int = 0) -> list[TemporaryUploadedFile]:
    """Give the files of a form, beside so many that arrived before; raises Problem for none at all, or too many."""
    found = [file for file in files if isinstance(file, TemporaryUploadedFile)]
    if not found and not before:
        raise Problem(422, "no-file", "There is no file in the form.", errors=[FieldError("file", "This is missing.")])
    if before + len(found) > limits().lag_files:
        most = limits().lag_files
        raise Problem(
            422, "too-many-files", f"A lag history may have {most} files.",
            errors=[FieldError("file", f"There are {before + len(found)} files.")], limit=Limit("lag_files", most),
        )  # fmt: skip
    return found
