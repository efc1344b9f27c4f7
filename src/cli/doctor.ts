import { join } from 'node:path';
import { CommandError } from '../errors.ts';
import { selectBrowser } from '../infrastructure/capture/browser/browser-choice.ts';
import { createMailer } from '../infrastructure/mail/mailer.ts';
import { openStorage } from '../infrastructure/storage/open-storage.ts';
import {
  checkPart,
  INSTALLATION_PARTS,
  type InstallationCheck,
} from '../resolvers/addons/installation/check-installation.ts';
import { type Command, type CommandConfig, UsageError } from './command.ts';

/** Checks the parts of the installation with the settings of the service. */
export const doctor: Command = {
  options: {},
  prepare(positionals) {
    if (positionals.length > 0) throw new UsageError('expected: pinbound doctor');
    return examine;
  },
};

const SIGNS: Record<InstallationCheck['state'], string> = { works: '✓', failing: '✗', off: '–', unknown: '?' };

async function examine(config: CommandConfig): Promise<string> {
  const mail = createMailer({ ...config.mail, dataDir: config.dataDir });
  const objects = await openStorage(config);
  const browser = { ...config.capture, directory: join(config.dataDir, 'browser') };
  const checked = { config, mail, objects, browsers: { select: () => selectBrowser(browser) } };
  const checks = await Promise.all(INSTALLATION_PARTS.map((part) => checkPart(part, checked))).finally(mail.close);
  const lines = checks.map(({ part, state, message }) => `${SIGNS[state]} ${part.padEnd(8)}  ${message}\n`).join('');
  if (checks.some(({ state }) => state === 'failing')) throw new CommandError(lines.trimEnd());
  return lines;
}
