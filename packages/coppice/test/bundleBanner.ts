/**
 * What a bundle of the command needs for packages that call `require`. The name is one that no module of ours imports:
 * a bundle has one scope, and its builder does not see what a banner declares.
 */
export const REQUIRE_BANNER =
  'import { createRequire as requireForBundle } from "node:module"; const require = requireForBundle(import.meta.url);';
