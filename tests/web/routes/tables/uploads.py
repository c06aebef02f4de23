"""Files that arrive in pieces: only whoever began one sees it."""

from tests.web.routes.model import API_MAKE, Gets, Role, Table, api, delete, get, patch, post

F, N, Y = Gets.FORBIDDEN, Gets.NOTHING, Gets.YES
OWNERS = api(N, viewer=N, editor=N, owner=Y, read=N, write=N, project=N)
OWNERS_TO_WRITE = OWNERS | {Role.VIEWER: F, Role.READ_TOKEN: F}
PIECE = {"Content-Type": "application/octet-stream", "Upload-Offset": "0"}

UPLOADS: Table = {
    "api-uploads": (post(API_MAKE, lambda world: {"name": "lag.csv", "size": 10}),),
    "api-upload": (
        get(OWNERS),
        patch(OWNERS_TO_WRITE, lambda world: b"12345", headers=PIECE),
        delete(OWNERS_TO_WRITE),
    ),
}
