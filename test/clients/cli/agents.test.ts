import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AGENTS } from '../../../clients/cli/agents.ts';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { fencesIn, readPage } from '../../docs/support/markdown.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { createAnnotation, createProject, registerUser } from '../../support/factories.ts';
import { callTool, type Revision } from '../../support/mcp.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { pinbound } from './support.ts';

// Six seconds: it starts the service, and relays as processes.

const app = useTestApp();
let folder: string;
let project: string;
let home: string;
let projectId: string;
let token: string;

beforeAll(async () => {
  const owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  await createAnnotation(app, owner, projectId, { content: 'Make it red', metadata: { selector: '#buy' } });
  ({ token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.fix] }));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinbound-agents-'));
  [project, home] = [join(folder, 'project'), join(folder, 'home')];
  mkdirSync(project);
  mkdirSync(home);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const init = (...args: string[]) =>
  pinbound(['init', ...args], {
    cwd: project,
    env: { HOME: home, PINBOUND_URL: app.url, PINBOUND_PROJECT: projectId },
  });
const fileOf = (name: string) => AGENTS[name]?.file({ project, home }) ?? '';
const read = (path: string) => readFileSync(path, 'utf8');

describe('init', () => {
  test('shows what it would write, writes it, repeats it without a change, and removes it', async () => {
    for (const name of ['.claude', '.cursor', '.vscode', '.gemini']) mkdirSync(join(project, name));
    for (const name of ['.codex', '.codeium/windsurf']) mkdirSync(join(home, name), { recursive: true });
    const shown = await init();
    expect(shown.out).toContain('Nothing was changed. Run it again with --yes');
    expect(shown.out).toContain(`    {\n      "url": "${app.url}",\n      "projectId": "${projectId}"\n    }`);
    for (const name of Object.keys(AGENTS)) {
      expect(shown.out).toContain(`Write ${fileOf(name)}:`);
      expect(existsSync(fileOf(name))).toBe(false);
    }
    expect(await init('--yes')).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(read(join(project, '.pinbound.json')))).toEqual({ url: app.url, projectId });
    expect(read(join(project, '.claude/skills/fix-open-comments/SKILL.md'))).toContain('name: fix-open-comments');
    for (const name of Object.keys(AGENTS)) {
      expect(read(fileOf(name))).toContain(`${app.url}/mcp`);
      expect(read(fileOf(name))).toContain('PINBOUND_TOKEN');
      expect(read(fileOf(name))).not.toContain('pbt_');
    }
    expect((await init('--yes')).out).toBe('Nothing to change.\n');
    expect((await init('--remove')).out).toContain('Nothing was changed');
    expect(await init('--remove', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('Removed.') });
    for (const name of Object.keys(AGENTS)) expect([name, existsSync(fileOf(name))]).toEqual([name, false]);
    expect(existsSync(join(project, '.pinbound.json'))).toBe(false);
    expect((await init('--remove', '--yes')).out).toBe('Nothing to change.\n');
  });

  test('keeps everything else in the files', async () => {
    const others: Record<string, string> = {
      claude:
        '{\n    "mcpServers": {\n        "other": {\n            "command": "x"\n        }\n    },\n    "more": 1\n}\n',
      vscode: '{\n\t"servers": {\n\t\t"other": {\n\t\t\t"url": "x"\n\t\t}\n\t}\n}\n',
      codex: 'model = "a"\n\n[mcp_servers.other]\nurl = "x"\n',
    };
    for (const [name, text] of Object.entries(others)) {
      mkdirSync(join(fileOf(name), '..'), { recursive: true });
      writeFileSync(fileOf(name), text);
    }
    const agents = Object.keys(others).flatMap((name) => ['--agent', name]);
    await init('--yes', ...agents);
    expect(JSON.parse(read(fileOf('claude')))).toMatchObject({
      mcpServers: { other: { command: 'x' }, pinbound: {} },
      more: 1,
    });
    expect(read(fileOf('codex'))).toBe(
      `${others.codex}\n[mcp_servers.pinbound]\nurl = "${app.url}/mcp"\nbearer_token_env_var = "PINBOUND_TOKEN"\n`,
    );
    writeFileSync(fileOf('codex'), `${read(fileOf('codex'))}\n[tui]\nsound = true\n`);
    await init('--remove', '--yes');
    expect(read(fileOf('claude'))).toBe(others.claude);
    expect(read(fileOf('vscode'))).toBe(others.vscode);
    expect(read(fileOf('codex'))).toBe(`${others.codex}\n[tui]\nsound = true\n`);
  });

  test('writes what docs/agents.md shows', async () => {
    const blocks = fencesIn(readPage('docs/agents.md'), 'json').map(({ text }) => JSON.parse(text));
    const shown = JSON.stringify(blocks).replaceAll('https://pinbound.example', app.url);
    await init('--yes', '--agent', 'cursor', '--agent', 'gemini');
    for (const name of ['cursor', 'gemini']) expect(shown).toContain(JSON.stringify(JSON.parse(read(fileOf(name)))));
  });

  test.each([
    ['JSON with comments', '{\n  // mine\n  "mcpServers": {}\n}'],
    ['a list', '[]'],
  ])('does not change %s', async (_what, text) => {
    writeFileSync(fileOf('claude'), text);
    const failed = await init('--yes', '--agent', 'claude');
    expect(failed).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a plain JSON object, so it is not changed'),
    });
    expect(read(fileOf('claude'))).toBe(text);
    expect(existsSync(join(project, '.pinbound.json'))).toBe(false);
  });

  const SKILL_FILE = '.claude/skills/fix-open-comments/SKILL.md';
  const link = (path: string, target: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true });
    symlinkSync(target, join(project, path));
  };
  const stays = async (place: string, ...args: string[]) => {
    writeFileSync(join(home, 'mine'), '{"mine":"secret"}');
    for (const confirm of [[], ['--yes'], ['--json']]) {
      const { code, out, err } = await init('--agent', 'claude', ...confirm, ...args);
      expect(code).toBe(2);
      const said = out + err;
      expect(said).toContain(`${join(project, place)} `);
      expect(said).toContain('is a link, or leads out of the project by one, so nothing is changed. Remove the link');
      expect(said).not.toContain('secret');
    }
    expect(read(join(home, 'mine'))).toBe('{"mine":"secret"}');
  };

  test.each(['.pinbound.json', '.mcp.json', SKILL_FILE])('does not write through the link %s', async (path) => {
    link(path, join(home, 'mine'));
    await stays(path);
    expect(lstatSync(join(project, path)).isSymbolicLink()).toBe(true);
    expect(readdirSync(home)).toEqual(['mine']);
  });

  test.each(['.claude', '.claude/skills', '.claude/skills/fix-open-comments'])(
    'does not write or remove through the linked folder %s',
    async (path) => {
      mkdirSync(join(home, 'there'));
      link(path, join(home, 'there'));
      await stays(SKILL_FILE);
      expect(readdirSync(join(home, 'there'))).toEqual([]);
      const file = join(project, SKILL_FILE);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, 'theirs');
      await stays(SKILL_FILE, '--remove');
      expect(read(file)).toBe('theirs');
    },
  );

  test('does not create what a link of the repository names', async () => {
    link('.claude', join(home, 'new'));
    await stays(SKILL_FILE);
    link('.pinbound.json', join(home, 'new'));
    await stays('.pinbound.json');
    expect(existsSync(join(home, 'new'))).toBe(false);
  });

  test('writes through links of the project within it, and through links of its user', async () => {
    mkdirSync(join(project, 'shared'));
    link('.claude', 'shared');
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, 'dotfiles.toml'), 'model = "a"\n', { mode: 0o600 });
    symlinkSync(join(home, 'dotfiles.toml'), fileOf('codex'));
    symlinkSync(project, join(folder, 'linked'));
    const place = {
      cwd: join(folder, 'linked'),
      env: { HOME: home, PINBOUND_URL: app.url, PINBOUND_PROJECT: projectId },
    };
    expect(await pinbound(['init', '--yes'], place)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(join(project, 'shared'))).toEqual(['skills']);
    expect(lstatSync(fileOf('codex')).isSymbolicLink()).toBe(true);
    expect(read(join(home, 'dotfiles.toml'))).toContain('[mcp_servers.pinbound]');
    expect(statSync(join(home, 'dotfiles.toml')).mode & 0o777).toBe(0o600);
    expect(readdirSync(home).sort()).toEqual(['.codex', 'dotfiles.toml']);
  });

  test('writes no address that only a file of the repository names', async () => {
    for (const name of ['.codex', '.codeium/windsurf', '.claude']) mkdirSync(join(home, name), { recursive: true });
    mkdirSync(join(project, 'src'));
    const config = JSON.stringify({ url: app.url, projectId });
    writeFileSync(join(project, '.pinbound.json'), config);
    const { host } = new URL(app.url);
    const alone = (cwd: string, env: object, ...args: string[]) =>
      pinbound(['init', '--yes', ...args], { cwd, env: { HOME: home, ...env } });
    for (const cwd of [project, join(project, 'src')]) {
      for (const env of [{}, { PINBOUND_TOKEN: token }]) {
        const { code, out, err } = await alone(cwd, env);
        expect({ code, out }).toEqual({ code: 2, out: '' });
        expect(err).toContain(
          `Only ${join(project, '.pinbound.json')} names ${host}. If access tokens may be sent there, pass --url ${app.url}`,
        );
      }
    }
    for (const name of Object.keys(AGENTS)) expect([name, existsSync(fileOf(name))]).toEqual([name, false]);
    expect(existsSync(join(project, '.claude'))).toBe(false);
    // Whoever passes the address, or is logged in there, chose it.
    expect(await alone(project, {}, '--url', app.url, '--agent', 'codex')).toMatchObject({ code: 0, err: '' });
    mkdirSync(join(home, '.config/pinbound'), { recursive: true });
    writeFileSync(join(home, '.config/pinbound/credentials.json'), JSON.stringify({ [app.url]: { token } }));
    expect(await alone(project, {}, '--agent', 'windsurf')).toMatchObject({ code: 0, err: '' });
    expect(read(fileOf('windsurf'))).toContain(`${app.url}/mcp`);
  });

  test('says what is missing', async () => {
    expect(await init()).toMatchObject({
      code: 2,
      err: expect.stringContaining('No coding agent was found. Name one: --agent claude, cursor'),
    });
    expect(await init('--agent', 'emacs')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--agent must be one of'),
    });
    const place = {
      cwd: project,
      env: { HOME: '/dev/null', PINBOUND_URL: 'http://127.0.0.1:9', PINBOUND_PROJECT: projectId },
    };
    expect(await pinbound(['init', '--agent', 'claude'], place)).toMatchObject({
      code: 3,
      err: expect.stringContaining('No response from'),
    });
    const codex = await pinbound(['init', '--agent', 'codex', '--yes'], place);
    expect(codex).toMatchObject({
      code: 2,
      err: expect.stringContaining('/dev/null/.codex/config.toml cannot be written: '),
    });
  });
});

describe('mcp', () => {
  const connect = async (revision: Revision, env: Record<string, string>) => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: revision === '2026-07-28' ? { mode: { pin: revision } } : { mode: 'legacy' } },
    );
    const args = [resolve('dist/clients/cli/pinbound.mjs'), 'mcp'];
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: project,
      env: { PATH: process.env.PATH ?? '', PINBOUND_URL: app.url, PINBOUND_TOKEN: token, ...env },
      stderr: 'ignore',
    });
    await client.connect(transport);
    return client;
  };

  test.each<Revision>(['2025-11-25', '2026-07-28'])(
    'relays the revision %s, and names the checkout',
    async (revision) => {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: project });
      git('init', '-q', '-b', 'topic');
      git('commit', '-q', '--allow-empty', '-m', 'First');
      git('remote', 'add', 'origin', 'https://ada:secret@git.example/shop.git');
      const agent = await connect(revision, {});
      try {
        expect(agent.getInstructions()).toMatch(
          /repository https:\/\/git\.example\/shop\.git, branch topic, commit [0-9a-f]{40}\.$/,
        );
        const tools = (await agent.listTools()).tools.map(({ name }) => name);
        expect(tools).toEqual(expect.arrayContaining(['check_fix', 'locate']));
        const [one, two] = await Promise.all([
          callTool(agent, 'find_work', { projectId }),
          callTool(agent, 'find_work', { projectId, text: 'nothing' }),
        ]);
        expect(one.answer.annotations.nodes).toMatchObject([{ untrustedText: 'Make it red' }]);
        expect(two.answer.annotations.nodes).toEqual([]);
        writeFileSync(join(project, 'shop.html'), '<button id="buy">Buy</button>');
        const [{ id }] = one.answer.annotations.nodes as [{ id: string }];
        expect((await callTool(agent, 'locate', { id })).answer.places).toMatchObject([{ file: 'shop.html', line: 1 }]);
        expect((await callTool(agent, 'locate', { id: 'x' })).answer.error).toMatch(
          /^expected the number of a comment/,
        );
      } finally {
        await agent.close();
      }
    },
  );

  const relay = async (env: Record<string, string>, ...lines: string[]) => {
    const place = {
      env: { PINBOUND_URL: app.url, PINBOUND_TOKEN: token, ...env },
      input: lines.map((line) => `${line}\n`).join(''),
    };
    const { code, out } = await pinbound(['mcp'], place);
    return {
      code,
      messages: out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    };
  };
  const list = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}';

  test('answers faults with errors of the protocol, and goes on', async () => {
    const closed = await relay(
      { PINBOUND_URL: 'http://127.0.0.1:9' },
      list,
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '',
      'nonsense',
    );
    expect(closed.code).toBe(0);
    expect(closed.messages).toHaveLength(2);
    expect(closed.messages).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'The line is not valid JSON' } },
        {
          jsonrpc: '2.0',
          id: 7,
          error: { code: -32_000, message: expect.stringContaining('No response from http://127.0.0.1:9: ') },
        },
      ]),
    );
    const wrong = await relay({ PINBOUND_TOKEN: 'pbt_wrong' }, list);
    expect(wrong.messages).toMatchObject([
      { id: 7, error: { message: expect.stringContaining('Check PINBOUND_TOKEN, or log in again') } },
    ]);
  });

  test('needs an address and a token', async () => {
    expect(await pinbound(['mcp'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('No address of Pinbound'),
    });
    expect(await pinbound(['mcp', 'x'], { env: {} })).toMatchObject({ code: 2 });
  });
});
