import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../clients/cli/run.ts';
import { can } from '../../../src/resolvers/platform/policies/roles.ts';
import { TOKEN_ACTIONS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { type Place, pinbound } from '../../clients/cli/support.ts';
import { readPage } from '../../docs/support/markdown.ts';
import { createPersonalToken, revokeToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { createWorld, type World } from '../support/world.ts';

const app = useTestApp();
let world: World;
let stranger: TestUser;
let folder: string;
/** Number of an internal comment. */
let internal: number;
const SECRET = 'zzinternalzz';

beforeAll(async () => {
  world = await createWorld(app);
  stranger = await registerUser(app, 'Eve');
  folder = mkdtempSync(join(tmpdir(), 'pinbound-commands-'));
  const manifest = { version: 1, files: ['a.tsx'], components: ['A'], elements: { f3Kx9aQ: [[0, 1, 1, 0, 'p']] } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const made = await createAnnotation(app, world.owner, world.project.id, { content: SECRET, visibility: 'internal' });
  internal = made.number;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Name = keyof typeof COMMANDS;

/** Arguments of each command. A new command needs them here. */
const SAMPLES: Record<Name, (number: number) => string[]> = {
  login: () => ['login', app.url, '--token'],
  logout: () => ['logout', app.url],
  init: () => ['init', '--agent', 'claude'],
  comments: () => ['comments'],
  show: (number) => ['show', `${number}`],
  locate: (number) => ['locate', `${number}`],
  check: (number) => ['check', `${number}`, '--timeout', '0'],
  guards: () => ['guards'],
  deploy: () => ['deploy', '--environment', world.environment.id, '--commit', 'abc', '--no-wait'],
  sources: () => ['sources', 'upload', '--commit', 'abc', '--manifest', 'manifest.json'],
  token: () => ['token'],
  mcp: () => ['mcp'],
  demo: () => ['demo', 'checkout', 'shop'],
};
/** Commands that read nothing of a project. */
const LOCAL: readonly Name[] = ['login', 'logout', 'init', 'token', 'mcp', 'demo'];
const names = Object.keys(COMMANDS);
const reaching = names.filter((name) => !LOCAL.includes(name));

const tokenOf = async (user: Pick<TestUser, 'id'>, given = {}) => (await createPersonalToken(app, user, given)).token;

async function run(name: Name, token: string, number = world.annotation.number, place: Place = {}) {
  const env = { PINBOUND_URL: app.url, PINBOUND_TOKEN: token, PINBOUND_PROJECT: world.project.id };
  // The folder is in no repository: locate reads the comment first.
  return pinbound(SAMPLES[name]?.(number) ?? [], { cwd: folder, ...place, env: { ...env, ...place.env } });
}

test('every command has a sample', () => {
  expect(Object.keys(SAMPLES)).toEqual(names);
});

/** Actions that a command needs, as docs/cli.md names them. */
function documentedNeeds(name: Name): string[] {
  const row = readPage('docs/cli.md')
    .split('\n')
    .find((line) => new RegExp(`^\\| \`${name}[ \`]`).test(line));
  return [...(row?.split('|')[2] ?? '').matchAll(/`([\w.]+)`/g)].map(([, action]) => action ?? '').sort();
}

describe('needs the actions that docs/cli.md names', () => {
  test.each(names)('%s', async (name) => {
    if (LOCAL.includes(name)) return expect(documentedNeeds(name)).toEqual([]);
    const withAll = await run(name, await tokenOf(world.owner));
    const needed: string[] = [];
    for (const action of TOKEN_ACTIONS) {
      const token = await tokenOf(world.owner, { actions: TOKEN_ACTIONS.filter((each) => each !== action) });
      const { code, err } = await run(name, token);
      if (code === withAll.code && err === withAll.err) continue;
      expect([name, code, err]).toEqual([name, 3, expect.stringContaining(`does not have the action ${action};`)]);
      needed.push(action);
    }
    expect(needed.sort()).toEqual(documentedNeeds(name));
  });
});

describe('a viewer with a token of all actions', () => {
  const readOnly = reaching.filter((name) => documentedNeeds(name).every((action) => can('viewer', action as never)));
  test.each(reaching)('%s', async (name) => {
    const { code, err } = await run(name, await tokenOf(world.viewer));
    if (readOnly.includes(name)) expect(err).not.toContain('Your role is viewer');
    else expect([code, err]).toEqual([3, expect.stringContaining('Your role is viewer; this requires editor')]);
  });
});

describe('a member of another organization finds nothing', () => {
  test.each(reaching)('%s', async (name) => {
    for (const json of [[], ['--json']]) {
      const args = [...(SAMPLES[name]?.(world.annotation.number) ?? []), ...json];
      const env = {
        PINBOUND_URL: app.url,
        PINBOUND_TOKEN: await tokenOf(stranger),
        PINBOUND_PROJECT: world.project.id,
      };
      const { code, out, err } = await pinbound(args, { cwd: folder, env });
      expect([code, err]).toEqual([3, expect.stringMatching(/^pinbound: (Project|Annotation) not found\n$/)]);
      expect(json.length > 0 ? JSON.parse(out).error.message : out).toMatch(/^$|not found$/);
    }
  });

  test.each(['show', 'locate', 'check'] satisfies Name[])('%s by the id of a comment', async (name) => {
    const env = { PINBOUND_URL: app.url, PINBOUND_TOKEN: await tokenOf(stranger), PINBOUND_PROJECT: world.project.id };
    const { code, err } = await pinbound([name, world.annotation.id], { env, cwd: folder });
    expect([code, err]).toEqual([3, 'pinbound: Annotation not found\n']);
  });
});

describe('a guest sees nothing internal', () => {
  test.each(reaching)('%s', async (name) => {
    const guest = await registerMember(app, world.owner.organizationId, 'guest', [world.project.id]);
    const { code, out, err } = await run(name, await tokenOf(guest), internal);
    expect(`${out}${err}`).not.toContain(SECRET);
    if (['show', 'locate', 'check'].includes(name)) {
      expect([code, err]).toEqual([3, `pinbound: The project has no comment #${internal}\n`]);
    }
  });
});

describe('no command works with', () => {
  test.each(reaching)('a revoked token: %s', async (name) => {
    const { id, token } = await createPersonalToken(app, world.owner);
    await revokeToken(app, id);
    expect(await run(name, token)).toMatchObject({ code: 3, out: '', err: expect.stringContaining('was revoked') });
  });

  test.each(reaching)('a token of another project: %s', async (name) => {
    const body = { organizationId: world.owner.organizationId, name: 'Other', slug: `other-${name}` };
    const { id } = (await rest(app, 'POST', '/projects', { token: world.owner.token, body })).body;
    const token = await tokenOf(world.owner, { allProjects: false, projectIds: [id] });
    expect(await run(name, token)).toMatchObject({ code: 3, out: '', err: expect.stringContaining('not found') });
  });
});

/** Values that no option accepts, or that are only a filter which nothing meets. */
const WRONG = ['', ' ', '-1', '1e9', 'x\u001b[31m', 'a'.repeat(5_000), '../../etc/passwd', 'https://[', '\u0000'];
/** Options that every command has. */
const COMMON = ['url', 'project'];

describe('a wrong value is an error with a reason, or a filter that nothing meets', () => {
  const options = names.flatMap((name) =>
    [...COMMON, ...Object.keys(COMMANDS[name]?.options ?? {})].map((option) => ({ name, option })),
  );
  const isText = (name: Name, option: string) =>
    COMMON.includes(option) || COMMANDS[name]?.options?.[option]?.type === 'string';

  test.each(options.filter(({ name, option }) => isText(name, option)))('$name --$option', async ({ name, option }) => {
    const token = await tokenOf(world.viewer);
    for (const value of WRONG) {
      const args = [...(SAMPLES[name]?.(world.annotation.number) ?? []), `--${option}=${value}`];
      const env = { PINBOUND_URL: app.url, PINBOUND_TOKEN: token, PINBOUND_PROJECT: world.project.id };
      const { code, out, err } = await pinbound(args, { cwd: folder, env, input: `${token}\n` });
      expect([value, code, err]).toEqual([
        value,
        expect.toBeOneOf([0, 2, 3]),
        expect.stringMatching(/^(pinbound: |$|Relaying)/),
      ]);
      expect(`${out}${err}`).not.toMatch(/[^\P{Cc}\n]|the command failed|Internal server error/u);
    }
  });

  test.each(options.filter(({ name, option }) => !isText(name, option)))(
    '$name --$option takes no value',
    async ({ name, option }) => {
      const { code, err } = await pinbound([...(SAMPLES[name]?.(1) ?? []), `--${option}=x`], { cwd: folder });
      expect([code, err]).toEqual([2, expect.stringContaining(`'--${option}' does not take an argument`)]);
    },
  );

  test.each(names)('%s with an unknown option, and with too much', async (name) => {
    const sample = SAMPLES[name]?.(1) ?? [];
    expect(await pinbound([...sample, '--nonsense'], { cwd: folder })).toMatchObject({ code: 2, out: '' });
    if (name === 'check') return;
    const { code, err } = await pinbound([...sample, 'more', 'and more'], {
      cwd: folder,
      env: { PINBOUND_URL: app.url },
    });
    expect([code, err]).toEqual([2, expect.stringMatching(/^pinbound: expected/)]);
  });

  test.each(names)('%s with a damaged .pinbound.json', async (name) => {
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, '.pinbound.json'), '{"url": 1}');
    const { code, err } = await pinbound(SAMPLES[name]?.(1) ?? [], { cwd: project });
    expect([code, err]).toEqual([2, expect.stringContaining('.pinbound.json must be a JSON object')]);
  });
});
