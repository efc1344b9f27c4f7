import { z } from 'zod';
import { Role } from '../../../generated/prisma/client.ts';
import { environmentKey } from '../../core/environments/create-environment.ts';
import type { Invitee } from '../../core/invitations/invite.ts';
import { projectAccessInput, resolveProjectAccess } from '../../core/members/project-access.ts';
import { emailInput, nameInput, urlInput } from '../../platform/input/fields.ts';
import type { JsonObject } from '../../platform/input/json-object.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { readMailbox, withScheme } from './repair-cells.ts';

const REQUIRED = 'is required, as text';

const projectInput = z.object({
  name: z.string(REQUIRED).pipe(nameInput),
  url: z.preprocess(withScheme, z.string(REQUIRED).pipe(urlInput)),
});

export interface ImportedProject {
  name: string;
  url: string;
  /** Normalized start URL, which identifies the project. */
  urlKey: string;
}

/**
 * Validates one website of a list.
 *
 * @throws BAD_USER_INPUT, naming every problem
 */
export function readProject(item: JsonObject): ImportedProject {
  const { name, url }: z.infer<typeof projectInput> = parseInput(projectInput, item);
  return { name, url, urlKey: environmentKey(url) };
}

/** Trims spreadsheet cells and ignores their case. */
const cell = (text: unknown) => (typeof text === 'string' ? text.trim().toLowerCase() : text);

/** Accepts `Name <address>`. */
const address = (text: unknown) => cell(typeof text === 'string' ? (readMailbox(text)?.email ?? text) : text);

const memberInput = z.object({
  email: z.preprocess(address, z.string('is required, as text').pipe(emailInput)),
  role: z.preprocess(cell, z.enum(Role, `must be one of ${Object.keys(Role).join(', ')}`)),
  ...projectAccessInput,
});

/**
 * Validates one person of a list.
 *
 * @throws BAD_USER_INPUT, naming every problem
 */
export function readMember(item: JsonObject): Invitee {
  const { email, role, ...access }: z.infer<typeof memberInput> = parseInput(memberInput, item);
  return { email, role, ...resolveProjectAccess(role, access) };
}
