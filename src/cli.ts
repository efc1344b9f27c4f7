#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { loadPeopleCommands } from './cli/people-commands.ts';
import { runCommand } from './cli/run-command.ts';

const args = process.argv.slice(2);
const people = await loadPeopleCommands(new URL('clients/cli/commands.mjs', import.meta.url));
if (people.has(args[0])) {
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await people.run(args, { env, cwd: process.cwd(), stdin, stdout, stderr });
} else {
  const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
  const { code, stdout, stderr } = await runCommand(args, process.env, migrationsDir, people.lines);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
}
