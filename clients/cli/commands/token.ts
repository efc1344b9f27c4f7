import { type Command, EXIT } from '../command.ts';
import { UsageError } from '../world.ts';

/** Prints a token for other programs of a pipeline. */
export const token: Command = {
  usage: '',
  description: 'Print the token of this job or login, for other programs of a pipeline.',
  async run({ positionals, settings, print, world }) {
    if (positionals.length > 0) throw new UsageError('expected: pinbound token');
    if (world.stdout.isTTY)
      throw new UsageError('The token is not shown in a terminal. Pass it on: TOKEN=$(pinbound token)');
    const text = await settings.token()();
    // GitHub Actions hides the token in the log of the job from here on.
    if (world.env.GITHUB_ACTIONS === 'true') world.stderr.write(`::add-mask::${text}\n`);
    print.json({ token: text });
    print.line(text);
    return EXIT.fine;
  },
};
