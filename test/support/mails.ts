import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

const VERIFICATION = /^Subject: Verify your e-mail address/m;

/**
 * Reads the mails of an app to an address, decoded, without those that verify the address: every
 * registration causes one.
 */
export const mailsTo = async (app: Pick<TestApp, 'dataDir'>, email: string): Promise<string[]> =>
  (await allMailsTo(app, email)).filter((mail) => !VERIFICATION.test(mail));

/** Reads the mails that verify an address, oldest first. */
export const verificationMailsTo = async (app: Pick<TestApp, 'dataDir'>, email: string): Promise<string[]> =>
  (await allMailsTo(app, email)).filter((mail) => VERIFICATION.test(mail));

async function allMailsTo({ dataDir }: Pick<TestApp, 'dataDir'>, email: string): Promise<string[]> {
  const directory = join(dataDir, 'mail');
  const files = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
  return texts
    .filter((text) => new RegExp(`^To: ${email}\\r$`, 'm').test(text))
    .map((text) =>
      text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_m, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
}

/**
 * Waits for this many mails to an address.
 * @returns the last one
 */
export async function waitForMail(app: Pick<TestApp, 'dataDir'>, email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(app, email)).toHaveLength(count);
  return (await mailsTo(app, email)).at(-1) ?? '';
}

/** Link in an invitation mail. */
export const invitationLink = (mail: string): string => /\S+\/accept-invitation#\S+/.exec(mail)?.[0] ?? '';

/** Token in the link of an invitation mail. */
export const invitationToken = (mail: string): string => /#token=([\w-]{43})/.exec(mail)?.[1] ?? '';
