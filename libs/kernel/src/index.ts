export { assertNever } from './assert-never.js';
export { canonicalJson, type JsonValue } from './canonical-json.js';
export { systemClock, toTimestamp, type Clock } from './clock.js';
export { contentDigest, sha256Hex } from './digest.js';
export { newId, newSecret } from './ids.js';
export { formatCredits, parseCredits, type Milli } from './money.js';
export { parseUrl } from './parse-url.js';
export { err, ok, type Result } from './result.js';
export { ERA_SIZE, eraOf, numberOf, versionOf, type Version } from './version.js';
