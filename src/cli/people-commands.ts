/** The process around a command. */
type World = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'> & { cwd: string };

/** The built commands of `clients/cli`. */
interface Commands {
  COMMANDS: Readonly<Record<string, unknown>>;
  COMMAND_LINES: string;
  run(args: readonly string[], world: World): Promise<number>;
}

/** Loads the commands for people and pipelines, which are a program of their own elsewhere. */
export async function loadPeopleCommands(file: URL) {
  const { COMMANDS, COMMAND_LINES, run } = (await import(file.href)) as Commands;
  return {
    has: (name: string | undefined): boolean => name !== undefined && Object.hasOwn(COMMANDS, name),
    /** Lines of the help. */
    lines: COMMAND_LINES,
    run,
  };
}
