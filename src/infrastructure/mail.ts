import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makeDirectory } from './system/make-directory.ts';

/** A server that says nothing for so long has failed, milliseconds. */
const TIMEOUT_MS = 10_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the server has taken the mail, or the file is written. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Mails go to an SMTP server; without one, each becomes a file `mail/<time>-<id>.eml` under dataDir. */
export function createMailer(options: { smtpUrl?: string; from: string; dataDir: string }): Mailer {
  const { smtpUrl, from } = options;
  return smtpUrl ? smtpMailer(smtpUrl, from) : fileMailer(join(options.dataDir, 'mail'), from);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ to, ...mail }) {
      await transport.sendMail({ ...mail, from, to: recipient(to), disableFileAccess: true, disableUrlAccess: true });
    },
    close: () => transport.close(),
  };
}

function fileMailer(directory: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ to, ...mail }) {
      const { message } = await transport.sendMail({ ...mail, from, to: recipient(to) });
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
      const draft = join(directory, `${name}.part`);
      await makeDirectory(directory, 0o700);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(directory, `${name}.eml`));
    },
    close: () => undefined,
  };
}

/** As an object, an address is never read as a list of several. */
const recipient = (address: string) => ({ name: '', address });
