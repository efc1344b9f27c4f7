import { getNamedType, isEnumType, isObjectType, Kind, type SelectionSetNode, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { callableOperations, OPERATION_TOOLS } from '../../../src/mcp/operations.ts';
import { operationIn } from '../../../src/mcp/tool.ts';
import { toolsOf } from '../../../src/mcp/tools.ts';
import { schema } from '../../../src/schema/index.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { isCompilable } from '../../support/compilable.ts';
import { registerUser } from '../../support/factories.ts';
import { connectAgent } from '../../support/mcp.ts';
import { startTestApp } from '../../support/test-app.ts';
import { TOOL_SAMPLES } from '../support/tool-samples.ts';

const tools = [...toolsOf(schema).values()];

test('the tools are these, in the order of the list', () => {
  const all = [...tools, ...OPERATION_TOOLS];
  expect(all.map(({ name, isReadOnly }) => `${name}${isReadOnly ? '' : ' (writes)'}`)).toEqual([
    'whoami',
    'find_work',
    'get_comment',
    'see',
    'see_page',
    'locate',
    'guards_for',
    'start_work (writes)',
    'check_fix (writes)',
    'resolve (writes)',
    'reply (writes)',
    'give_up (writes)',
    'list_orphans',
    'rebind (writes)',
    'get_deployment',
    'search_operations',
    'call_operation (writes)',
  ]);
  expect(Object.keys(TOOL_SAMPLES)).toEqual(all.map(({ name }) => name));
});

test('agents call these operations without a tool; none deletes, exports, invites or accepts a look', () => {
  expect([...callableOperations(schema).keys()].sort()).toEqual([
    'activity',
    'annotationBrief',
    'annotationByNumber',
    'annotationCounts',
    'annotationHistory',
    'annotationTrail',
    'annotationViews',
    'assignAnnotation',
    'attachments',
    'baselines',
    'cancelDeployment',
    'clickMap',
    'comments',
    'compareSnapshots',
    'comparison',
    'comparisons',
    'createAnnotation',
    'createAnnotationView',
    'createAttachment',
    'createDeployment',
    'createIssue',
    'createLabel',
    'createSnapshot',
    'deployments',
    'embedScript',
    'environments',
    'fixVerdict',
    'ignoreRules',
    'issueTrackers',
    'labels',
    'me',
    'moveAnnotation',
    'notifications',
    'organization',
    'organizationAnnotations',
    'pageActivity',
    'pageStructure',
    'pageStructureChanges',
    'pages',
    'project',
    'projects',
    'rebindSweep',
    'recaptureDeployment',
    'snapshot',
    'topElements',
    'unreadNotifications',
    'updateAnnotation',
    'updateAnnotationView',
    'updateAnnotations',
    'updateComment',
    'updateLabel',
    'uploadSources',
    'vanishedElement',
  ]);
});

test('every tool and argument is described, and the samples have every argument but those of the next page', () => {
  for (const { name, description, inputSchema } of [...tools, ...OPERATION_TOOLS]) {
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].{40,700}\.$/)]);
    const properties = inputSchema.properties as Record<string, { description?: string }>;
    for (const [argument, schemaOf] of Object.entries(properties)) {
      expect([name, argument, schemaOf.description]).toEqual([name, argument, expect.stringMatching(/\.$/)]);
    }
    const sampled = Object.keys(TOOL_SAMPLES[name]?.(WORLD as never) ?? {});
    const paging = ['after', ...(ALTERNATIVES[name] ?? [])];
    expect([name, Object.keys(properties).filter((argument) => !sampled.includes(argument))]).toEqual([
      name,
      paging.filter((argument) => argument in properties),
    ]);
  }
});

/** Arguments instead of those of the samples. */
const ALTERNATIVES: Record<string, readonly string[]> = {
  check_fix: ['environmentId', 'url'],
  rebind: ['candidateId'],
};

/** A world whose records have ids. */
const WORLD = new Proxy({}, { get: () => ({ id: '', verdictId: '', after: {} }) });

/**
 * Texts that only members other than guests, administrators and programs of the customer write.
 * Visitors and guests can write all others, or the page shows them.
 */
const BY_MEMBERS: Record<string, readonly string[]> = {
  JoinedOrganization: ['name'],
  Project: ['name', 'viewerActions'],
  Environment: ['name', 'url'],
  Label: ['name'],
  // Guests cannot claim.
  AnnotationClaim: ['name'],
  Annotation: ['appLink'],
  ExternalIssue: ['key', 'url'],
  Attachment: ['contentType'],
  Deployment: ['commit', 'reportUrl'],
  // Words of the service, with the name of a tag.
  SourceCandidate: ['reason'],
  ElementSource: ['commit'],
  // Words of the service.
  AnchorCandidate: ['id'],
  SnapshotPin: ['reason'],
  FixVerdict: ['reason'],
  DeploymentVerdict: ['reason'],
  DeploymentChange: ['kinds', 'annotationIds', 'guardedIds'],
  PageInfo: ['endCursor'],
};

const TEXTS = ['String', 'JSON', 'JSONObject'];

/** Returns the texts of a document that are neither marked as untrusted nor written by members. */
function unmarkedTexts(type: ReturnType<typeof getNamedType>, { selections }: SelectionSetNode): string[] {
  if (!isObjectType(type)) return [];
  return selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [`a fragment in ${type.name}`];
    const name = selection.name.value;
    const shown = (selection.alias ?? selection.name).value;
    if (shown.startsWith('untrusted') || shown.startsWith('picture')) return [];
    const field = type.getFields()[name];
    if (!field) return [`${type.name}.${name}`];
    if (selection.selectionSet) return unmarkedTexts(getNamedType(field.type), selection.selectionSet);
    const named = getNamedType(field.type);
    const isText = !isEnumType(named) && TEXTS.includes(named.name);
    return isText && !BY_MEMBERS[type.name]?.includes(name) ? [`${type.name}.${name}`] : [];
  });
}

describe('texts that outsiders can write are in members named untrusted', () => {
  test.each(tools)('of $name', ({ parsed, parsedWait }) => {
    for (const document of [parsed, parsedWait]) {
      const operation = document && operationIn(document);
      const root = operation && schema.getRootType(operation.operation);
      if (operation && root) expect(unmarkedTexts(root, operation.selectionSet)).toEqual([]);
    }
  });
});

test.each(tools)('the documents of $name are compiled as specified', ({ executed, executedWait }) => {
  for (const each of [executed, executedWait]) {
    if (each) expect([isCompilable(schema, each.document), validate(schema, each.document)]).toEqual([true, []]);
  }
});

test('the hints of the tools name what replaces something and what reaches other systems', async () => {
  const app = await startTestApp();
  try {
    const agent = await connectAgent(app, (await createPersonalToken(app, await registerUser(app))).token);
    const { tools: listed } = await agent.listTools();
    const withHint = (hint: 'destructiveHint' | 'openWorldHint') =>
      listed.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    expect(withHint('destructiveHint')).toEqual(['rebind', 'call_operation']);
    expect(withHint('openWorldHint')).toEqual(['check_fix', 'call_operation']);
  } finally {
    await app.close();
  }
});
