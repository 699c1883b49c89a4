import { describeTranscripts } from "./kit/transcript.js";

describeTranscripts(new URL("./transcripts/", import.meta.url));
