import type { Messages } from '../i18n/main.ts';

export const ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const;
export type Role = (typeof ROLES)[number];

/** Name of a role for people. */
export const roleName = (role: Role, messages: Messages): string =>
  ({
    owner: messages.roleOwner,
    admin: messages.roleAdmin,
    editor: messages.roleEditor,
    viewer: messages.roleViewer,
    guest: messages.roleGuest,
  })[role];
