// The screens of Catan, and those in front of the games.

import { describe } from "vitest";
import { lookAtAll } from "./looks.ts";
import { catanScreens } from "./screens.ts";

describe("the screens of Catan and the start page", () => lookAtAll(catanScreens));
