import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import type { SelectedBrowser } from '../../../infrastructure/capture/browser/browser-choice.ts';
import { isReleaseOutdated, releaseOf } from '../../../infrastructure/capture/browser/browser-release.ts';
import type { Mailer } from '../../../infrastructure/mail/mailer.ts';
import { type ObjectStorage, objectKey } from '../../../infrastructure/storage/object-storage.ts';
import { requireAdministrator } from '../../core/auth/administrators.ts';

/** Parts of an installation that are checked. */
export const INSTALLATION_PARTS = ['mail', 'storage', 'captures', 'backups'] as const;
export type InstallationPart = (typeof INSTALLATION_PARTS)[number];

/** Result of a check. */
export interface InstallationCheck {
  part: InstallationPart;
  /** `off`: not set up; `unknown`: it cannot be established here. */
  state: 'works' | 'failing' | 'off' | 'unknown';
  /** Findings, and what to do. */
  message: string;
}

/** Parts of the installation that the checks use. */
export interface Checked {
  config: Pick<Config, 'mail' | 'dataDir'>;
  mail: Pick<Mailer, 'verify'>;
  objects: ObjectStorage;
  browsers: { select(): Promise<SelectedBrowser> };
}

type Finding = Omit<InstallationCheck, 'part'>;

/** Bytes of the object that is written to check the storage. */
const PROBE_BYTES = 32;

const CHECKS: Record<InstallationPart, (checked: Checked) => Promise<Finding>> = {
  mail: async ({ config, mail }) => {
    if (!config.mail.smtpUrl) {
      const directory = join(config.dataDir, 'mail');
      return { state: 'off', message: `Mails are written to ${directory}. Set SMTP_URL to send them.` };
    }
    await mail.verify();
    const { host } = new URL(config.mail.smtpUrl);
    return { state: 'works', message: `${host} accepts the connection and the login. No mail was sent.` };
  },
  storage: async ({ objects }) => {
    const bytes = randomBytes(PROBE_BYTES);
    const key = objectKey(bytes, 'txt');
    try {
      await objects.put(key, bytes);
      await objects.get(key);
    } finally {
      await objects.remove(key);
    }
    return { state: 'works', message: `An object was written to ${objects.location}, read and removed.` };
  },
  captures: async ({ browsers }) => {
    const { version, path } = await browsers.select();
    const released = releaseOf(version);
    const found = `${version} starts: ${path}.`;
    if (!released || !isReleaseOutdated(released)) return { state: 'works', message: found };
    const advice = 'It was released more than eight weeks ago and opens untrusted pages; install a current version.';
    return { state: 'works', message: `${found} ${advice}` };
  },
  backups: async () => ({
    state: 'unknown',
    message:
      'Backups are archives of "pinbound backup", which are not recorded. Check the newest with "pinbound backup --check <FILE>".',
  }),
};

/** Checks a part. A check that fails is a result, with its reason. */
export async function checkPart(part: InstallationPart, checked: Checked): Promise<InstallationCheck> {
  try {
    return { part, ...(await CHECKS[part](checked)) };
  } catch (error) {
    return { part, state: 'failing', message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Checks the parts of the installation, or one of them, on the process that responds.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN
 */
export async function checkInstallation(
  ctx: Context<'config' | 'db' | 'mail' | 'objects' | 'browsers'>,
  { part }: { part?: InstallationPart | null },
): Promise<InstallationCheck[]> {
  await requireAdministrator(ctx);
  const parts = part ? [part] : INSTALLATION_PARTS;
  return Promise.all(parts.map((each) => checkPart(each, ctx.services)));
}
