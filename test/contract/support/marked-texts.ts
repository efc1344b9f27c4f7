import { attachFile } from '../../support/attachments.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';
import { giveToVisitor } from './visitor-credentials.ts';

/** Part of every internal text. */
export const MARK = 'marked-internal-text';

/** Annotations with marked text: always internal, hidden later, and published without it. */
export interface MarkedAnnotations {
  internal: string;
  hidden: string;
  published: string;
}

/**
 * Writes marked internal texts and files, also as replies to a public annotation, and
 * gives a visitor the tokens of the annotations.
 *
 * @param options.annotation a public one
 * @param options.assignee a member who is assigned the internal annotation
 * @param options.wasPublic reply to an annotation that is hidden afterward
 */
export async function writeMarked(
  app: TestApp,
  options: {
    editor: TestUser;
    project: { id: string };
    annotation: { id: string };
    assignee: TestUser;
    wasPublic: string;
  },
): Promise<MarkedAnnotations> {
  const { editor, project, annotation, assignee, wasPublic } = options;
  const call = async (method: string, path: string, body?: object) => {
    const response = await rest(app, method, path, { token: editor.token, body });
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.body.message}`);
    return response.body;
  };
  const reply = (id: string, body: object) => call('POST', `/annotations/${id}/comments`, body);
  const show = (id: string, visibility: string) => call('PUT', `/annotations/${id}/visibility`, { visibility });

  const path = `/annotations/${annotation.id}/comments`;
  const first = await reply(annotation.id, { content: `${MARK} 1`, visibility: 'internal' });
  const firstFile = { id: annotation.id, commentId: first.id, name: `${MARK} file 1` };
  await attachFile(app, editor, firstFile, `${MARK} content 1`);
  await reply(annotation.id, { content: `${MARK} 2`, parentId: first.id });
  await call('PATCH', `${path}/${first.id}`, { content: `${MARK} 3` });
  const deleted = await reply(annotation.id, { content: `${MARK} 4`, visibility: 'internal' });
  await call('DELETE', `${path}/${deleted.id}`);

  const content = `${MARK} of an annotation`;
  const metadata = { selector: '#price', text: MARK };
  const internal = await createAnnotation(app, editor, project.id, { content, metadata, visibility: 'internal' });
  const fifth = await reply(internal.id, { content: `${MARK} 5` });
  await attachFile(app, editor, { id: internal.id, name: `${MARK} file 2` }, `${MARK} content 2`);
  await attachFile(app, editor, { id: internal.id, commentId: fifth.id, name: `${MARK} file 3` });
  await call('PUT', `/annotations/${internal.id}/assign`, { assigneeId: assignee.id });
  await call('PUT', `/annotations/${internal.id}/status`, { status: 'resolved' });

  const hidden = await createAnnotation(app, editor, project.id, { content: 'Once public' });
  await reply(hidden.id, { content: wasPublic });
  await show(hidden.id, 'internal');
  await call('PATCH', `/annotations/${hidden.id}`, { content: `${MARK} of a hidden annotation` });

  const published = await createAnnotation(app, editor, project.id, { content, visibility: 'internal' });
  const seventh = await reply(published.id, { content: `${MARK} 7` });
  await attachFile(app, editor, { id: published.id, commentId: seventh.id, name: `${MARK} file 4` });
  await call('PATCH', `/annotations/${published.id}`, { content: 'Fit to be seen' });
  await show(published.id, 'public');
  for (const each of [internal, hidden, published]) await giveToVisitor(app, each);
  return { internal: internal.id, hidden: hidden.id, published: published.id };
}

/** Contents by their link. */
const contents = new Map<string, string>();

/** Contents of the files and exports that a response links to. */
export async function linkedContents(app: TestApp, response: string): Promise<string> {
  const links = new Set(response.match(/https?:\/\/[^"\\\s]+/g) ?? []);
  const texts: string[] = [];
  for (const link of links) {
    if (!link.startsWith(`${app.url}/`)) continue;
    const content = contents.get(link) ?? (await (await fetch(link)).text());
    contents.set(link, content);
    texts.push(`"${content}"`);
  }
  return texts.join();
}
