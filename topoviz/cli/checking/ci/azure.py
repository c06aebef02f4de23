"""Azure Pipelines."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.cli.checking.ci.build import Build, of_fork, short_branch


def read_azure(variables: Mapping[str, str]) -> Build | None:
    """Give what its variables say; None on another machine."""
    if variables.get("TF_BUILD", "").lower() != "true":
        return None
    number = variables.get("SYSTEM_PULLREQUEST_PULLREQUESTNUMBER") or variables.get("SYSTEM_PULLREQUEST_PULLREQUESTID")
    if not number:
        branch = short_branch(variables.get("BUILD_SOURCEBRANCH", ""))
        message = variables.get("BUILD_SOURCEVERSIONMESSAGE", "")
        return Build(branch, "", variables.get("BUILD_SOURCEVERSION", ""), message=message)
    branch = short_branch(variables.get("SYSTEM_PULLREQUEST_SOURCEBRANCH", ""))
    is_fork = variables.get("SYSTEM_PULLREQUEST_ISFORK", "").lower() == "true"
    return Build(
        of_fork("fork", branch) if is_fork else branch,
        short_branch(variables.get("SYSTEM_PULLREQUEST_TARGETBRANCH", "")),
        variables.get("SYSTEM_PULLREQUEST_SOURCECOMMITID", ""),
        f"#{number}",
    )
