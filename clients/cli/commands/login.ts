import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createClient } from '../../sdk/index.ts';
import { loginByBrowser } from '../browser-login.ts';
import { type Call, type Command, EXIT } from '../command.ts';
import { connectionOf } from '../connection.ts';
import { type Entry, readCredentials, storeCredentials } from '../credentials.ts';
import { withLock } from '../credentials-lock.ts';
import { assertIssuer, pollForTokens, requestDeviceCode, revoke, type Tokens } from '../oauth.ts';
import { normalizedUrl } from '../settings.ts';
import { safeLine } from '../terminal-text.ts';
import { ServiceError, UsageError, type World } from '../world.ts';

/** Logs in by a browser or a device, or stores an access token. */
export const login: Command = {
  usage: '<URL> [--device | --token]',
  description: 'Log in to an installation with your browser.',
  options: { token: { type: 'boolean' }, device: { type: 'boolean' } },
  help: [
    '  --device   Show a code that you type in a browser on any device.',
    '  --token    Ask for an access token, or read it from a pipe. Create one in the dashboard, under',
    '             Account, Access tokens. Arguments would show it to other users of the machine.',
  ],
  async run(call) {
    const { settings, world, print, values } = call;
    if (values.token && values.device) throw new UsageError('expected one of --device and --token');
    const url = given(call) ?? call.settings.chosenUrl();
    const entry: Entry = values.token ? { token: await readToken(world) } : await authorize(call, url);
    const token = 'token' in entry ? entry.token : entry.accessTokens.graphql?.token;
    const client = createClient({ url, token, ...connectionOf(world) });
    const { organizations } = await client.query({ organizations: { nodes: { name: true, role: true } } });
    const [previous, path] = await replaceEntry(world, url, entry);
    if (previous && 'refreshToken' in previous) await revoke(url, previous.refreshToken).catch(() => undefined);
    const names = (organizations?.nodes ?? []).map(({ name }) => safeLine(name, 60));
    print.json({ url, organizations: organizations?.nodes ?? [] });
    print.line(`Logged in to ${url}: ${names.join(', ') || 'no organization'}. ${path} has the token.`);
    if (settings.file === undefined) print.line('Next: pinbound comments --project <PROJECT_ID>');
    return EXIT.fine;
  },
};

/** Removes the stored login, and ends it. */
export const logout: Command = {
  usage: '[<URL>]',
  description: 'End the login to an installation, and remove its tokens.',
  async run(call) {
    const url = given(call) ?? call.settings.url();
    const [stored] = await replaceEntry(call.world, url, undefined);
    if (stored && 'refreshToken' in stored) {
      await revoke(url, stored.refreshToken).catch((error: Error) => {
        throw new ServiceError(
          `The tokens are removed here, but ${url} could not end the login: ${error.message}. Disconnect "Pinbound CLI" in the dashboard, under Account, Connected apps.`,
        );
      });
    }
    call.print.json({ url });
    const isByToken = stored !== undefined && 'token' in stored;
    const advice = isByToken ? ' The token stays valid: revoke it in the dashboard, under Account, Access tokens.' : '';
    call.print.line(`Logged out of ${url}.${advice}`);
    return EXIT.fine;
  },
};

/** Stores or removes an entry, and returns the previous one and the path of the file. */
const replaceEntry = (world: World, url: string, entry: Entry | undefined) =>
  withLock(world, (): [Entry | undefined, string] => [
    readCredentials(world)[url],
    storeCredentials(world, url, entry),
  ]);

/** Lets the member allow the command line in a browser, on this machine or another one. */
async function authorize({ values, world, print }: Call, url: string): Promise<Entry> {
  await assertIssuer(url);
  const tokens = values.device ? await byDevice(world, print.note, url) : await byBrowser(world, print.note, url);
  const { accessToken: token, refreshToken, expiresAt } = tokens;
  return { refreshToken, accessTokens: { graphql: { token, expiresAt } } };
}

function byBrowser(world: World, note: (text: string) => void, url: string): Promise<Tokens> {
  return loginByBrowser(url, world, (address) => {
    note(`Allow the command line in your browser. If none opens, use this address:\n${safeLine(address)}`);
    note('On a machine without a browser, run: pinbound login --device');
  });
}

async function byDevice(world: World, note: (text: string) => void, url: string): Promise<Tokens> {
  const code = await requestDeviceCode(url);
  note(`Open ${safeLine(code.address)} and type the code ${safeLine(code.userCode)}`);
  return pollForTokens(url, code, world);
}

/** Address in the arguments, if there is one. */
function given({ positionals: [url, ...others] }: Call): string | undefined {
  if (others.length > 0) throw new UsageError('expected one address');
  return url === undefined ? undefined : normalizedUrl(url);
}

/**
 * Reads a token from a pipe, or asks for it without showing it.
 * @throws UsageError
 */
async function readToken(world: World): Promise<string> {
  const token = (await readSecret(world)).trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError('The input is not a token. Paste one that begins with pbt_');
}

async function readSecret({ stdin, stderr }: World): Promise<string> {
  if (!stdin.isTTY) {
    let text = '';
    for await (const chunk of stdin) text += chunk;
    return text;
  }
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: hidden, terminal: true });
  stderr.write('Access token: ');
  const text = await terminal.question('');
  terminal.close();
  stderr.write('\n');
  return text;
}
