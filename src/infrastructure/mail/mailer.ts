import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makeDirectory } from '../system/make-directory.ts';

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

/**
 * Why a server did not take a mail, without what it said: that names the recipient as a rule, whose address is for no log.
 */
class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';

  /** @param isFinal whether the recipient's address is what is wrong, so that no later attempt can succeed */
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly responseCode: number | undefined,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** Whether sending has failed for good. */
export const isFinal = (error: unknown): boolean => error instanceof MailNotTaken && error.isFinal;

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
      const envelope = { ...mail, from, to: recipient(to) };
      await transport.sendMail({ ...envelope, disableFileAccess: true, disableUrlAccess: true }).catch((error) => {
        throw notTaken(error as SmtpError);
      });
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

interface SmtpError extends NodeJS.ErrnoException {
  responseCode?: number;
  response?: string;
  /** What was answered so, such as `RCPT TO`. */
  command?: string;
}

/**
 * RFC 3463: X.1.x is about the address, so no other answer to RCPT TO is final: a server that knows us no more, or is set up
 * wrongly, answers 5xx too, until somebody has mended it.
 */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\.\d/;

function notTaken({ code, responseCode, response = '', command, message }: SmtpError): MailNotTaken {
  // Of an address that it does not even ask about, the library says which.
  if (!responseCode) {
    return new MailNotTaken(code === 'EENVELOPE' ? 'an address is malformed' : message, code, undefined, false);
  }
  const isFinal = command === 'RCPT TO' && BAD_ADDRESS.test(response);
  return new MailNotTaken(`the mail server answered ${responseCode} to ${command}`, code, responseCode, isFinal);
}

/** As an object, an address is never read as a list of several. */
const recipient = (address: string) => ({ name: '', address });
