import type { Schema } from '../../sdk/index.ts';
import { type Command, EXIT, numberOption, textOption } from '../command.ts';
import { safeLine } from '../terminal-text.ts';
import { UsageError } from '../world.ts';

const STATUSES: readonly Schema.AnnotationStatus[] = ['open', 'in_progress', 'resolved'];

/** Lists comments of the project. */
export const comments: Command = {
  usage: '[--status <STATUS>]',
  description: 'List comments, the most urgent first; by default those that are not resolved.',
  options: {
    status: { type: 'string' },
    page: { type: 'string' },
    text: { type: 'string' },
    limit: { type: 'string' },
  },
  help: [
    '  --status <STATUS>  open, in_progress, resolved or all; several with commas.',
    '  --page <URL>       Only comments of this page.',
    '  --text <WORDS>     Only comments with these words.',
    '  --limit <NUMBER>   1 to 500; 25 by default.',
  ],
  async run(call) {
    const { positionals, settings, print } = call;
    if (positionals.length > 0) throw new UsageError('expected: pinbound comments [--status <STATUS>]');
    const page = textOption(call, 'page');
    const filter = {
      statuses: statusesOf(textOption(call, 'status')),
      ...(page !== undefined && { pages: [page] }),
      text: textOption(call, 'text'),
    };
    const first = numberOption(call, 'limit', [1, 500], 25);
    const { annotations } = await settings.client().query({
      annotations: {
        $: { projectId: settings.projectId(), filter, orderBy: 'priority', first },
        totalCount: true,
        nodes: {
          id: true,
          number: true,
          status: true,
          priority: true,
          content: true,
          url: true,
          appLink: true,
          anchor: { state: true },
          claim: { name: true, until: true },
        },
      },
    });
    const nodes = annotations?.nodes ?? [];
    const totalCount = annotations?.totalCount ?? nodes.length;
    print.json({ comments: nodes, totalCount });
    for (const { number, status, priority, content, url, anchor, claim } of nodes) {
      const marks = [
        status,
        ...(priority === 'normal' ? [] : [priority]),
        ...(anchor.state === 'orphaned' ? ['element lost'] : []),
        ...(claim ? [`${safeLine(claim.name, 40)} works on it`] : []),
      ];
      print.line(`#${number}  ${safeLine(content, 100)}`);
      print.line(`     ${marks.join(', ')}  ${safeLine(url, 200)}`);
    }
    if (nodes.length === 0) print.line('No comments.');
    if (totalCount > nodes.length) print.line(`${nodes.length} of ${totalCount}; --limit shows more.`);
    return EXIT.fine;
  },
};

function statusesOf(text = 'open,in_progress'): Schema.AnnotationStatus[] {
  if (text === 'all') return [...STATUSES];
  return text.split(',').map((name) => {
    const status = STATUSES.find((each) => each === name.trim());
    if (!status) throw new UsageError(`--status must be ${STATUSES.join(', ')} or all`);
    return status;
  });
}
