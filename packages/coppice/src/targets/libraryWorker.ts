import { fitTeam } from "./fitTeam.js";
import type { LibraryRequest } from "./libraryMessages.js";
import { LibraryServer } from "./libraryServer.js";

/** The worker that `startLibrary` starts: it does what the page asks for, until it is ended. */
const server = new LibraryServer({
  post: (reply) => self.postMessage(reply),
  team: fitTeam,
});
self.onmessage = ({ data }: MessageEvent<LibraryRequest>) => void server.receive(data);
self.postMessage("started");
