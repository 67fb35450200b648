// The page of an address at which there is nothing: it only has the colours of the others.

import { installTheme } from "./theme";

installTheme();
