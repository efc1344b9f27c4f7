import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makeDirectory } from '../system/make-directory.ts';

/** Timeout of an unresponsive server, ms. */
const TIMEOUT_MS = 10_000;
/** Max connections to the mail server: each of three jobs uses five, requests use the others. */
const MAX_CONNECTIONS = 20;
/** Time after which an unused connection is closed, ms; longer than the pause between two runs. */
const IDLE_MS = 8_000;

/** Composes messages in memory. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Pictures that the HTML shows as `cid:<id>`, PNG or JPEG. */
  pictures?: MailPicture[];
  /** Name beside the address of MAIL_FROM. Default: that of MAIL_FROM. */
  senderName?: string;
  /** URL whose POST unsubscribes the recipient with one click (RFC 8058). */
  unsubscribeUrl?: string;
  /** Value of Message-ID. Default: a random one. */
  messageId?: string;
  /** Value of References: mail programs group mails with the same one. */
  thread?: string;
}

interface MailPicture {
  id: string;
  content: Buffer;
}

export interface Mailer {
  /** Resolves once the server has accepted the mail, or the file is written. */
  send(mail: Mail): Promise<void>;
  /**
   * Connects to the mail server and logs in, without a mail; does nothing without a server.
   * @throws if mails cannot be sent
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Rejection by the mail server, without its text: that usually contains the recipient's address.
 */
class MailRejected extends Error {
  override readonly name = 'MailNotTaken';

  /** @param isFinal whether the recipient's address is invalid, so that no retry can succeed */
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly responseCode: number | undefined,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** Returns whether a retry cannot succeed. */
export const isPermanentFailure = (error: unknown): boolean => error instanceof MailRejected && error.isFinal;

/** Sends mails to an SMTP server; without one, writes `mail/<time>-<id>.eml` under dataDir. */
export function createMailer(options: { smtpUrl?: string; from: string; dataDir: string }): Mailer {
  const { smtpUrl, from } = options;
  return smtpUrl ? smtpMailer(smtpUrl, from) : fileMailer(join(options.dataDir, 'mail'), from);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(mail) {
      try {
        // Streamed to the server, a message would be ten small packets.
        const { message, envelope } = await composer.sendMail(toMessage(mail, from));
        await transport.sendMail({ raw: message as Buffer, envelope });
      } catch (error) {
        throw toMailRejected(error as SmtpError);
      }
    },
    async verify() {
      await transport.verify().catch((error: SmtpError) => {
        throw toMailRejected(error);
      });
    },
    close: async () => transport.close(),
  };
}

function fileMailer(directory: string, from: string): Mailer {
  return {
    async send(mail) {
      const { message } = await composer.sendMail(toMessage(mail, from));
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
      const draft = join(directory, `${name}.part`);
      await makeDirectory(directory, 0o700);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(directory, `${name}.eml`));
    },
    verify: async () => undefined,
    close: async () => undefined,
  };
}

interface SmtpError extends NodeJS.ErrnoException {
  responseCode?: number;
  response?: string;
  /** Rejected command, such as `RCPT TO`. */
  command?: string;
}

/**
 * RFC 3463: X.1.x concerns the address. Other 5xx replies to RCPT TO are not final: a misconfigured
 * server sends them too, until it is fixed.
 */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\.\d/;

function toMailRejected({ code, responseCode, response = '', command, message }: SmtpError): MailRejected {
  // The library's message for a malformed address contains the address.
  if (!responseCode) {
    return new MailRejected(code === 'EENVELOPE' ? 'an address is malformed' : message, code, undefined, false);
  }
  const isFinal = command === 'RCPT TO' && BAD_ADDRESS.test(response);
  return new MailRejected(`the mail server replied ${responseCode} to ${command}`, code, responseCode, isFinal);
}

const toMessage = (
  { to, subject, text, html, pictures, senderName, unsubscribeUrl, messageId, thread }: Mail,
  from: string,
) => ({
  from: senderName === undefined ? from : { name: senderName, address: addressIn(from) },
  to: recipient(to),
  subject,
  text,
  html,
  ...(messageId !== undefined && { messageId }),
  ...(thread !== undefined && { references: thread }),
  ...(pictures && { attachments: pictures.map(inlinePicture) }),
  ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Address of a mailbox, `Name <name@host>` or `name@host`. */
const addressIn = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;

const inlinePicture = ({ id, content }: MailPicture, index: number) => {
  const type = content[0] === 0x89 ? 'png' : 'jpeg';
  return {
    cid: id,
    content,
    filename: `picture-${index + 1}.${type}`,
    contentType: `image/${type}`,
    contentDisposition: 'inline' as const,
  };
};

/** The second header tells the mail client that a POST needs no page (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** An object, because a string would be parsed as a list of addresses. */
const recipient = (address: string) => ({ name: '', address });
