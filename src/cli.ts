#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCommand } from './cli/run-command.ts';

const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
const { code, stdout, stderr } = await runCommand(process.argv.slice(2), process.env, migrationsDir);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
