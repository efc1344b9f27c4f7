import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { World } from './world.ts';

/** Value of a JSON file, or a part of it. */
export type Json = Record<string, unknown>;

/** A coding agent, and the entry of its configuration. */
export interface Agent {
  name: string;
  /** Path of the configuration. */
  file(folders: Folders): string;
  /** Paths whose presence shows that somebody uses the agent here. */
  traces(folders: Folders): string[];
  /** Members that hold the entry, or the text of a TOML table. */
  entry: { members: readonly string[]; value(url: string): Json } | { table: string; text(url: string): string };
}

/** Folders of the project and of the user. */
export interface Folders {
  project: string;
  home: string;
}

const bearer = (variable: string) => ({ Authorization: `Bearer ${variable}` });
const servers = (value: (url: string) => Json) => ({ members: ['mcpServers', 'pinbound'], value });

/** Agents by the name of `--agent`. None of the entries has a token: they name PINBOUND_TOKEN. */
export const AGENTS: Readonly<Record<string, Agent>> = {
  claude: {
    name: 'Claude Code',
    file: ({ project }) => join(project, '.mcp.json'),
    traces: ({ project, home }) => [join(project, '.mcp.json'), join(project, '.claude'), join(home, '.claude')],
    entry: servers((url) => ({ type: 'http', url, headers: bearer(variableIn('')) })),
  },
  cursor: {
    name: 'Cursor',
    file: ({ project }) => join(project, '.cursor/mcp.json'),
    traces: ({ project, home }) => [join(project, '.cursor'), join(home, '.cursor')],
    entry: servers((url) => ({ url, headers: bearer(variableIn('env:')) })),
  },
  vscode: {
    name: 'VS Code',
    file: ({ project }) => join(project, '.vscode/mcp.json'),
    traces: ({ project }) => [join(project, '.vscode')],
    entry: {
      members: ['servers', 'pinbound'],
      value: (url) => ({ type: 'http', url, headers: bearer(variableIn('env:')) }),
    },
  },
  codex: {
    name: 'Codex',
    file: ({ home }) => join(home, '.codex/config.toml'),
    traces: ({ home }) => [join(home, '.codex')],
    entry: {
      table: 'mcp_servers.pinbound',
      text: (url) => `[mcp_servers.pinbound]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "PINBOUND_TOKEN"\n`,
    },
  },
  gemini: {
    name: 'Gemini CLI',
    file: ({ project }) => join(project, '.gemini/settings.json'),
    traces: ({ project, home }) => [join(project, '.gemini'), join(home, '.gemini')],
    entry: servers((url) => ({ httpUrl: url, headers: bearer('$PINBOUND_TOKEN') })),
  },
  windsurf: {
    name: 'Windsurf',
    file: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    traces: ({ home }) => [join(home, '.codeium/windsurf')],
    entry: servers((url) => ({ serverUrl: url, headers: bearer(variableIn('env:')) })),
  },
};

/** Variable in the notation of an agent: `${PINBOUND_TOKEN}` or `${env:PINBOUND_TOKEN}`. */
function variableIn(scope: string): string {
  return `\${${scope}PINBOUND_TOKEN}`;
}

export const foldersOf = ({ cwd, env }: World): Folders => ({ project: cwd, home: env.HOME || homedir() });

/** Returns the names of the agents that are used here. */
export const detectAgents = (folders: Folders): string[] =>
  Object.entries(AGENTS).flatMap(([key, { traces }]) =>
    traces(folders).some((path) => existsSync(path)) ? [key] : [],
  );
