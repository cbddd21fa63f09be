// npm run demo: the whole story on a fresh data directory against the sandbox. Each step says what happens and why, and is checked by
// reading it back through another call. Ends 0; leaves nothing running and nothing behind.
import { checkNode, ensureBuilt, ensureInstalled } from './run/prepare.mjs';

checkNode();
ensureInstalled();
ensureBuilt();
const { tellStory } = await import('./demo/story.mjs');
await tellStory();
