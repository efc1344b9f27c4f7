import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createClient } from '../../sdk/index.ts';
import { type Call, type Command, EXIT } from '../command.ts';
import { connectionOf } from '../connection.ts';
import { storeCredentials } from '../credentials.ts';
import { normalizedUrl } from '../settings.ts';
import { safeLine } from '../terminal-text.ts';
import { UsageError, type World } from '../world.ts';

/** Stores an access token for an installation. */
export const login: Command = {
  usage: '<URL> --token',
  description: 'Store an access token for an installation, read from standard input.',
  options: { token: { type: 'boolean' } },
  help: [
    '  --token   Ask for an access token, or read it from a pipe. Create one in the dashboard, under',
    '            Account, Access tokens. Arguments would show it to other users of the machine.',
  ],
  async run(call) {
    const { settings, world, print, values } = call;
    if (!values.token) throw new UsageError('expected: pinbound login <URL> --token');
    const url = given(call) ?? call.settings.chosenUrl();
    const token = (await readToken(world)).trim();
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new UsageError('There is no token in the input. Paste one that begins with pbt_');
    const client = createClient({ url, token, ...connectionOf(world) });
    const { organizations } = await client.query({ organizations: { nodes: { name: true, role: true } } });
    const path = storeCredentials(world, url, { token });
    const names = (organizations?.nodes ?? []).map(({ name }) => safeLine(name, 60));
    print.json({ url, organizations: organizations?.nodes ?? [] });
    print.line(`Logged in to ${url}: ${names.join(', ') || 'no organization'}. ${path} has the token.`);
    if (settings.file === undefined) print.line('Next: pinbound comments --project <PROJECT_ID>');
    return EXIT.fine;
  },
};

/** Removes the stored token. */
export const logout: Command = {
  usage: '[<URL>]',
  description: 'Remove the stored token of an installation; it stays valid until you revoke it.',
  async run(call) {
    const url = given(call) ?? call.settings.url();
    storeCredentials(call.world, url, undefined);
    call.print.json({ url });
    call.print.line(`Logged out of ${url}. Revoke the token in the dashboard, under Account, Access tokens.`);
    return EXIT.fine;
  },
};

/** Address in the arguments, if there is one. */
function given({ positionals: [url, ...others] }: Call): string | undefined {
  if (others.length > 0) throw new UsageError('expected one address');
  return url === undefined ? undefined : normalizedUrl(url);
}

/** Reads a token from a pipe, or asks for it without showing it. */
async function readToken({ stdin, stderr }: World): Promise<string> {
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
