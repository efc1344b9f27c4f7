import type { Context } from '../context.ts';
import {
  createAdministrator,
  createResetLink,
  demoteAdministrator,
  listAdministrators,
  promoteAdministrator,
} from '../resolvers/core/auth/administrators.ts';
import { type Command, UsageError } from './command.ts';
import { withContext } from './with-context.ts';

type AdminContext = Context<'config' | 'db'>;

/** Commands by name. Each returns the text to print. */
const COMMANDS: Record<string, (ctx: AdminContext, email: string, name: string | undefined) => Promise<string>> = {
  async create(ctx, email, name) {
    const link = await createAdministrator(ctx, { email, name: name ?? email.replace(/@.*/s, '') });
    return `${email} is an administrator. Set the password by this link within one hour; it works once:\n${link}\n`;
  },
  reset: async (ctx, email) =>
    `Set a new password for ${email} by this link within one hour; it works once:\n${await createResetLink(ctx, { email })}\n`,
  async promote(ctx, email) {
    await promoteAdministrator(ctx, { email });
    return `${email} is an administrator.\n`;
  },
  async demote(ctx, email) {
    await demoteAdministrator(ctx, { email });
    return `${email} is not an administrator.\n`;
  },
  async list(ctx) {
    const administrators = await listAdministrators(ctx);
    if (administrators.length === 0) return 'There are no administrators. Create one: pinbound admin create <EMAIL>\n';
    return administrators
      .map(({ email, administratorSince }) => `${email}  ${administratorSince?.toISOString() ?? 'by ADMIN_EMAIL'}\n`)
      .join('');
  },
};

/** Manages the administrators of the installation. */
export const admin: Command = {
  options: { name: { type: 'string' } },
  prepare([command = '', email = '', ...rest], { name }) {
    const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (!run) throw new UsageError('expected: pinbound admin create, reset, promote, demote or list');
    if (rest.length > 0 || (email === '') !== (command === 'list')) {
      throw new UsageError(
        command === 'list' ? 'list takes no address' : `expected: pinbound admin ${command} <EMAIL>`,
      );
    }
    if (name !== undefined && command !== 'create') throw new UsageError('--name is an option of create');
    return (config) => withContext(config, (ctx) => run(ctx, email, name as string | undefined));
  },
};
