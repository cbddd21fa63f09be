export { ConfigError, loadConfig } from './load-config.js';
