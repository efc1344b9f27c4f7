import { useClient, useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { CreateLabelDocument } from '../data/views.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog, FormDialog } from '../ui/dialogs.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { type Outcome, textOf } from '../ui/form.tsx';
import { LabelChip } from '../ui/label-chip.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { useProjectSettings } from './project-context.ts';
import {
  DeleteLabelDocument,
  LabeledAnnotationsDocument,
  LabelSettingsDocument,
  MergeLabelDocument,
  UpdateLabelDocument,
} from './settings.generated.ts';

/** Labels of a project with the number of their comments. */
export function Labels() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const { projectId, organizationId, can } = useProjectSettings();
  const [{ data, error }] = useQuery({
    query: LabelSettingsDocument,
    variables: { projectId, organizationId, filter: { projectIds: [projectId] } },
  });
  const [, create] = useMutation(CreateLabelDocument);
  const [, update] = useMutation(UpdateLabelDocument);
  const [, remove] = useMutation(DeleteLabelDocument);
  const merge = useMerge();
  const canManage = can('label.manage');
  const counts = new Map(data?.annotationCounts?.map(({ key, ...count }) => [key, count]));
  const countOf = (id: string) => {
    const { count = 0, isExact = true } = counts.get(id) ?? {};
    return fill(texts.commentCount, { n: `${count.toLocaleString(language)}${isExact ? '' : '+'}` });
  };
  return (
    <Section
      title={texts.labels}
      hint={texts.labelsHint}
      isScreen
      action={
        canManage && (
          <FormDialog
            label={texts.addLabel}
            kind="primary"
            title={texts.addLabel}
            saveLabel={messages.create}
            onSave={(values) => create({ projectId, ...valuesOf(values) })}
          >
            <LabelFields name="" color="#3b6fd4" />
          </FormDialog>
        )
      }
    >
      <Loaded value={data?.labels} error={error}>
        {({ nodes }) => (
          <Rows empty={canManage ? texts.noLabelsYet : messages.noLabels}>
            {nodes.map((label) => {
              const others = nodes.filter(({ id }) => id !== label.id);
              return (
                <Row key={label.id} title={<LabelChip label={label} />} meta={countOf(label.id)}>
                  {canManage && (
                    <>
                      <FormDialog
                        label={texts.edit}
                        name={fill(texts.editNamed, { name: label.name })}
                        title={texts.edit}
                        saveLabel={messages.save}
                        onSave={(values) => update({ id: label.id, ...valuesOf(values) })}
                      >
                        <LabelFields name={label.name} color={label.color} />
                      </FormDialog>
                      {others.length > 0 && (
                        <FormDialog
                          label={texts.merge}
                          name={fill(texts.mergeNamed, { name: label.name })}
                          title={fill(texts.mergeNamed, { name: label.name })}
                          saveLabel={texts.merge}
                          onSave={(values) => merge(label.id, textOf(values, 'into'))}
                        >
                          <p>{fill(texts.mergeHint, { count: countOf(label.id) })}</p>
                          <SelectField
                            label={texts.mergeInto}
                            name="into"
                            options={others.map(({ id, name }) => [id, name])}
                          />
                        </FormDialog>
                      )}
                      <ConfirmDialog
                        label={texts.delete}
                        name={fill(texts.deleteNamed, { name: label.name })}
                        kind="danger"
                        title={fill(texts.deleteNamed, { name: label.name })}
                        hint={fill(texts.deleteLabelHint, { count: countOf(label.id) })}
                        onConfirm={() => remove({ id: label.id })}
                      />
                    </>
                  )}
                </Row>
              );
            })}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

function LabelFields({ name, color }: { name: string; color: string }) {
  const texts = useSettingsTexts();
  return (
    <>
      <Field label={texts.name} name="name" defaultValue={name} required maxLength={60} autoFocus />
      <Field label={texts.color} name="color" type="color" defaultValue={color} />
    </>
  );
}

const valuesOf = (values: FormData) => ({ name: textOf(values, 'name'), color: textOf(values, 'color') });

/** Returns a function that gives the comments of a label another one, and deletes it. */
function useMerge(): (from: string, into: string) => Promise<Outcome> {
  const client = useClient();
  const { projectId, organizationId } = useProjectSettings();
  const [, change] = useMutation(MergeLabelDocument);
  const [, remove] = useMutation(DeleteLabelDocument);
  return async (from, into) => {
    for (;;) {
      const found = await client
        .query(
          LabeledAnnotationsDocument,
          { projectId, filter: { labelIds: [from] } },
          { requestPolicy: 'network-only' },
        )
        .toPromise();
      if (found.error) return found;
      const ids = found.data?.annotations?.nodes.map(({ id }) => id) ?? [];
      if (ids.length === 0) return remove({ id: from });
      const changed = await change({ organizationId, ids, change: { addLabelIds: [into], removeLabelIds: [from] } });
      if (changed.error) return changed;
      const failed = changed.data?.updateAnnotations.find(({ error }) => error);
      if (failed?.error) return { message: failed.error.message };
    }
  };
}
