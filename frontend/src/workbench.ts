// The entry of the workbench. All of it stands in parts beside this one, so that what is loaded later never loads an
// entry again, which a server may name differently.

import "./start";
