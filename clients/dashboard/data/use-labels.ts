import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { LabelsQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { failureText } from './failure-text.ts';
import { useOrganization } from './organization.ts';
import { useToast } from './use-toast.ts';
import { CreateLabelDocument, LabelsDocument } from './views.generated.ts';

type Labels = NonNullable<LabelsQuery['labels']>['nodes'];

const NONE: Labels = [];
/** Colors of new labels; each is visible on light and dark grounds. */
const COLORS = ['#b4552d', '#3b6fd4', '#2e8b62', '#9a5cc9', '#c2498b', '#8a7a1f', '#2d8ca0', '#7a7f8c'] as const;

/** Labels of a project; none without one. */
export function useLabels(projectId: string | undefined) {
  const { messages } = useApp();
  const toast = useToast();
  const { can } = useOrganization();
  const [{ data }] = useQuery({
    query: LabelsDocument,
    variables: { projectId: projectId ?? '' },
    pause: !projectId,
  });
  const [, run] = useMutation(CreateLabelDocument);
  const labels = data?.labels?.nodes ?? NONE;

  /** Creates a label and passes its id on. */
  async function create(name: string, use: (id: string) => void): Promise<void> {
    if (!projectId) return;
    const color = COLORS[labels.length % COLORS.length] ?? COLORS[0];
    const result = await run({ projectId, name, color });
    if (result.data) use(result.data.createLabel.id);
    else if (result.error)
      toast(fill(messages.notSaved, { reason: failureText(result.error, messages) }), undefined, true);
  }
  return { labels, create: projectId && can('label.manage') ? create : undefined };
}
