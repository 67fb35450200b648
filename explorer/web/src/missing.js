// The page for an address where there is nothing: it only gets the colours of the other pages.

import { installTheme } from "./theme.js";

installTheme();
