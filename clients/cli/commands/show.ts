import { type Command, EXIT } from '../command.ts';
import { findAnnotation } from '../find-annotation.ts';
import { safeLine, safeLines } from '../terminal-text.ts';
import { ServiceError, UsageError } from '../world.ts';

/** Shows one comment with its element and its thread. */
export const show: Command = {
  usage: '<NUMBER>',
  description: 'Show a comment: what was asked, its element and its replies.',
  async run(call) {
    const { positionals, settings, print } = call;
    const [name, ...others] = positionals;
    if (name === undefined || others.length > 0) throw new UsageError('expected: pinbound show <NUMBER>');
    const client = settings.client();
    const id = await findAnnotation(client, call, name);
    const { annotation } = await client.query({
      annotation: {
        $: { id },
        id: true,
        number: true,
        status: true,
        resolution: true,
        priority: true,
        content: true,
        url: true,
        appLink: true,
        createdAt: true,
        element: true,
        author: { name: true },
        anchor: { state: true, confidence: true, wantedTexts: true },
        environment: { name: true },
        comments: {
          $: { last: 25 },
          nodes: { content: true, visibility: true, createdAt: true, author: { name: true } },
        },
      },
    });
    if (!annotation) throw new ServiceError('Annotation not found');
    print.json(annotation);
    const { selector, tag, text } = annotation.element as Record<string, unknown>;
    const { number, status, resolution, priority, author, createdAt, url, appLink, anchor } = annotation;
    print.line(`#${number}  ${status}${resolution ? `, ${resolution}` : ''}, ${priority}`);
    print.line(safeLines(annotation.content, '  '));
    print.line('');
    print.line(`  By       ${safeLine(author.name ?? 'a visitor', 100)}, ${createdAt}`);
    print.line(`  Page     ${safeLine(url)}`);
    const element = [tag, selector, text]
      .filter((each) => typeof each === 'string')
      .map((each) => safeLine(`${each}`, 120));
    print.line(`  Element  ${element.join('  ')}`);
    print.line(`  Found    ${anchor.state}, confidence ${Math.floor(anchor.confidence * 100) / 100}`);
    print.line(`  Link     ${safeLine(appLink)}`);
    for (const reply of annotation.comments.nodes) {
      const internal = reply.visibility === 'internal' ? ', internal' : '';
      print.line(`\n  ${safeLine(reply.author.name ?? 'a visitor', 100)}, ${reply.createdAt}${internal}`);
      print.line(safeLines(reply.content, '    '));
    }
    return EXIT.fine;
  },
};
