// Where the page begins.

import { mount } from "svelte";
import App from "./App.svelte";
import { allowSound } from "./sound/play.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the app");
allowSound();
mount(App, { target });
