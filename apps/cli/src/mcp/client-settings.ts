import { shellWord } from '../output/shell-word.js';

/** How a client starts Turnpike itself, or reaches it over HTTP. */
export interface Reach {
  /** The program and its words: `node …/turnpike.mjs mcp`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly url: string;
}

export interface ClientSettings {
  /** As people call it. */
  readonly title: string;
  /** Where the text goes. */
  readonly where: string;
  stdio(reach: Reach): string;
  http(reach: Reach): string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const started = ({ command, args }: Reach) => ({ command, args });
const KEY = 'TURNPIKE_API_KEY';
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

const mcpServers = (stdioMore: object, http: (reach: Reach) => object) => ({
  stdio: (reach: Reach) => json({ mcpServers: { turnpike: { ...stdioMore, ...started(reach) } } }),
  http: (reach: Reach) => json({ mcpServers: { turnpike: http(reach) } }),
});

const shell = (words: readonly string[]): string => words.map(shellWord).join(' ');

/** The clients that `turnpike connect` knows, by the word that names each. */
export const CLIENTS: Readonly<Record<string, ClientSettings>> = {
  claude: {
    title: 'Claude Code',
    where: 'run in your project',
    stdio: ({ command, args }) => `claude mcp add turnpike -- ${shell([command, ...args])}`,
    http: ({ url }) => `claude mcp add --transport http turnpike ${shellWord(url)} --header "Authorization: Bearer $${KEY}"`,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    where: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    // It starts every server itself: over HTTP by the same bridge, with a key of its own.
    ...mcpServers({}, (reach) => ({ ...started(reach), env: { TURNPIKE_URL: reach.url.replace(/\/mcp$/, ''), [KEY]: 'tpk_…' } })),
  },
  cursor: {
    title: 'Cursor',
    where: '.cursor/mcp.json in your project, or ~/.cursor/mcp.json',
    ...mcpServers({}, ({ url }) => ({ url, headers: bearer(`\${env:${KEY}}`) })),
  },
  vscode: {
    title: 'VS Code',
    where: '.vscode/mcp.json in your project',
    stdio: (reach) => json({ servers: { turnpike: { type: 'stdio', ...started(reach) } } }),
    http: ({ url }) =>
      json({
        inputs: [{ type: 'promptString', id: 'turnpike-key', description: 'Turnpike API key', password: true }],
        servers: { turnpike: { type: 'http', url, headers: bearer('${input:turnpike-key}') } },
      }),
  },
  windsurf: {
    title: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json',
    ...mcpServers({}, ({ url }) => ({ serverUrl: url, headers: bearer(`\${env:${KEY}}`) })),
  },
  gemini: {
    title: 'Gemini CLI',
    where: '.gemini/settings.json in your project, or ~/.gemini/settings.json',
    ...mcpServers({}, ({ url }) => ({ httpUrl: url, headers: bearer(`$${KEY}`) })),
  },
  codex: {
    title: 'Codex CLI',
    where: '~/.codex/config.toml',
    stdio: ({ command, args }) => `[mcp_servers.turnpike]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
    http: ({ url }) => `[mcp_servers.turnpike]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "${KEY}"`,
  },
  zed: {
    title: 'Zed',
    where: 'settings.json (zed: open settings)',
    stdio: (reach) => json({ context_servers: { turnpike: started(reach) } }),
    http: ({ url }) => json({ context_servers: { turnpike: { url, headers: bearer('tpk_…') } } }),
  },
  inspector: {
    title: 'MCP Inspector',
    where: 'run anywhere',
    stdio: ({ command, args }) => `npx @modelcontextprotocol/inspector ${shell([command, ...args])}`,
    http: ({ url }) =>
      `npx @modelcontextprotocol/inspector --cli ${shellWord(url)} --transport http --header "Authorization: Bearer $${KEY}" --method tools/list`,
  },
};
