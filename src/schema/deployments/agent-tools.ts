import type { AgentTool } from '../operation.ts';

export const CHECK_FIX: AgentTool = {
  name: 'check_fix',
  title: 'Check a fix',
  description:
    'Captures the page of a comment and tells what became of the element: changed, unchanged, gone, regressed, or unknown ' +
    'with a reason. Publish the fix first. By default where the element was seen last; else name an environment, or the ' +
    'address of the page in one of them or on a preview host that an admin listed. The answer names the address. The state is done or running; while it runs, call again with ' +
    'its snapshotId. A verdict changed or gone whose effect is does_it is what resolve needs, but not one of a preview: check again once ' +
    'the fix is deployed. The effect changed_otherwise means that a person must look.',
  isReadOnly: false,
  needsAlso: ['snapshot.read'],
  pictures: 'on request',
  wait: {
    handle: 'snapshotId',
    done: 'verdict',
    document: `query ($id: ID!, $snapshotId: ID!) {
      fixVerdict(id: $id, snapshotId: $snapshotId) {
        untrustedUrl: url id verdict reason effect isTextMet untrustedExpectedTexts: expectedTexts untrustedEvidence: evidence
        beforeViewport { width } pictureBefore: beforeUrl pictureAfter: afterUrl
      }
    }`,
  },
  document: `mutation ($id: ID!, $environmentId: ID, $url: String) {
    verifyFix(id: $id, environmentId: $environmentId, url: $url) { id }
  }`,
};

export const GUARDS_FOR: AgentTool = {
  name: 'guards_for',
  title: 'Looks that must stay',
  description:
    'Lists elements whose look was accepted as the answer to a comment, of a page, a selector or a file, with the words of ' +
    'the comment. Call it before you edit, and keep these looks: a deployment that loses one reopens its comment. Elements ' +
    'without source are listed for every file: no page named one.',
  isReadOnly: true,
  maxText: 400,
  document: `query ($projectId: ID!, $environmentId: ID, $url: String, $selector: String, $file: String, $elementIds: [String!],
      $first: Int = 25, $after: String) {
    guards(projectId: $projectId, environmentId: $environmentId, url: $url, elementSelector: $selector, sourceFile: $file,
      elementIds: $elementIds, state: active, first: $first, after: $after) {
      nodes {
        id environmentId untrustedUrl: url viewport { width } isPaused checkedAt untrustedAccepted: accepted
        annotation { id number untrustedText: content untrustedElement: domFingerprint author { id untrustedName: name }
          source: diagnostics { untrustedElementId: elementId untrustedHints: source { file line component } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
};

export const GET_DEPLOYMENT: AgentTool = {
  name: 'get_deployment',
  title: 'Read the report of a deployment',
  description:
    'Reads what a deployment changed: verdicts on comments, and changed elements with the comments that explain them. ' +
    'No comment names a change without annotationIds. A person reviews it at reportUrl.',
  isReadOnly: true,
  needsAlso: ['snapshot.read'],
  maxText: 300,
  document: `query ($id: ID!) {
    deployment(id: $id) {
      id projectId commit untrustedBranch: branch status untrustedError: error createdAt finishedAt reportUrl isReviewable
      environment { id name url }
      counts { captures finishedCaptures failedCaptures changed unchanged gone regressed unknown explained unexplained unreviewed }
      failedCaptures { untrustedUrl: url untrustedError: error }
      verdicts { annotationId annotationNumber verdict effect reason isDisputed decision }
      changes { id untrustedSelector: selector kinds annotationIds guardedIds decision }
    }
  }`,
};
