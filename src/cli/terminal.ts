import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from '../errors.ts';

/** Reports progress on standard error: one changing line on a terminal, plain lines otherwise. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr) {
  return {
    report(text: string): void {
      stream.write(stream.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001b[K');
    },
  };
}

/**
 * Returns the configured passphrase, or asks for it on a terminal without showing it.
 * @throws CommandError
 */
export async function readPassphrase(configured: string | undefined): Promise<string> {
  if (configured) return configured;
  if (!process.stdin.isTTY) throw new CommandError('Set BACKUP_PASSPHRASE: it encrypts AUTH_SECRET in the archive.');
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write('Passphrase of the backup, at least 12 characters: ');
  const text = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  if (text.length < 12) throw new CommandError('The passphrase has fewer than 12 characters.');
  return text;
}
