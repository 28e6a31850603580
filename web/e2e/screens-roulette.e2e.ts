// The screens of roulette.

import { describe } from "vitest";
import { lookAtAll } from "./looks.ts";
import { rouletteScreens } from "./screens.ts";

describe("the screens of roulette", () => lookAtAll(rouletteScreens));
