import { useMutation } from 'urql';
import type { UpdateProjectMutationVariables } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { CheckField, Field, SelectField, TextArea } from '../ui/field.tsx';
import { Form, linesOf, textOf } from '../ui/form.tsx';
import { Card, CopyText, Section } from '../ui/settings.tsx';
import { useProjectSettings } from './project-context.ts';
import { UpdateProjectDocument } from './settings.generated.ts';

/** Name, visibility, panel and retention of a project. */
export function General() {
  const texts = useSettingsTexts();
  const { project, lockedBecause } = useProjectSettings();
  const [, run] = useMutation(UpdateProjectDocument);
  const locked = lockedBecause('project.change');
  const update = (changes: Omit<UpdateProjectMutationVariables, 'id'>) => run({ id: project.id, ...changes });
  return (
    <>
      <Section title={texts.general} isScreen>
        <Card>
          <Form
            lockedBecause={locked}
            onSave={(values) => update({ name: textOf(values, 'name'), slug: textOf(values, 'slug') })}
          >
            <Field label={texts.name} name="name" defaultValue={project.name} required maxLength={120} />
            <Field
              label={texts.slug}
              name="slug"
              defaultValue={project.slug}
              required
              maxLength={64}
              hint={texts.slugHint}
            />
          </Form>
        </Card>
        <Card>
          <CopyText text={project.projectKey} hint={texts.projectKeyHint} />
        </Card>
      </Section>
      <Section title={texts.visitors} hint={texts.visitorsHint}>
        <Card>
          <Form
            lockedBecause={locked}
            onSave={(values) =>
              update({
                publicFeedback: values.has('publicFeedback'),
                publicAnnotations: textOf(values, 'publicAnnotations') as 'all' | 'own' | 'none',
                publicReplies: textOf(values, 'publicReplies') as 'all' | 'own' | 'none',
                allowedOrigins: linesOf(values, 'allowedOrigins'),
              })
            }
          >
            <CheckField
              label={texts.publicFeedback}
              hint={texts.publicFeedbackHint}
              name="publicFeedback"
              defaultChecked={project.publicFeedback}
            />
            <SelectField
              label={texts.publicAnnotations}
              name="publicAnnotations"
              defaultValue={project.publicAnnotations}
              options={[
                ['all', texts.publicAll],
                ['own', texts.publicOwn],
                ['none', texts.publicNone],
              ]}
            />
            <SelectField
              label={texts.publicReplies}
              hint={texts.publicRepliesHint}
              name="publicReplies"
              defaultValue={project.publicReplies}
              options={[
                ['all', texts.repliesAll],
                ['own', texts.repliesOwn],
                ['none', texts.repliesNone],
              ]}
            />
            <TextArea
              label={texts.allowedOrigins}
              hint={texts.allowedOriginsHint}
              name="allowedOrigins"
              defaultValue={project.allowedOrigins.join('\n')}
              placeholder="https://shop.example"
            />
          </Form>
        </Card>
      </Section>
      <Section title={texts.panel} hint={texts.panelHint}>
        <Card>
          <Form lockedBecause={locked} onSave={(values) => update({ panelOrigins: linesOf(values, 'panelOrigins') })}>
            <TextArea
              label={texts.panelOrigins}
              hint={texts.panelOriginsHint}
              name="panelOrigins"
              defaultValue={project.panelOrigins.join('\n')}
              placeholder="https://shop.example"
            />
          </Form>
        </Card>
      </Section>
      <Section title={texts.captures}>
        <Card>
          <Form
            lockedBecause={locked}
            onSave={(values) =>
              update({
                captureComments: values.has('captureComments'),
                hideWebdriver: values.has('hideWebdriver'),
                respectDoNotTrack: values.has('respectDoNotTrack'),
                snapshotRetention: Number(values.get('snapshotRetention')),
                previewHosts: linesOf(values, 'previewHosts'),
              })
            }
          >
            <CheckField
              label={texts.captureComments}
              name="captureComments"
              defaultChecked={project.captureComments}
              hint={texts.captureCommentsHint}
            />
            <CheckField
              label={texts.hideWebdriver}
              name="hideWebdriver"
              defaultChecked={project.hideWebdriver}
              hint={texts.hideWebdriverHint}
            />
            <CheckField
              label={texts.respectDoNotTrack}
              name="respectDoNotTrack"
              defaultChecked={project.respectDoNotTrack}
            />
            <Field
              label={texts.snapshotRetention}
              hint={texts.snapshotRetentionHint}
              name="snapshotRetention"
              type="number"
              min={0}
              max={3650}
              required
              defaultValue={project.snapshotRetention}
            />
            <TextArea
              label={texts.previewHosts}
              hint={texts.previewHostsHint}
              name="previewHosts"
              defaultValue={project.previewHosts.join('\n')}
              placeholder="*.preview.shop.example"
            />
          </Form>
        </Card>
      </Section>
    </>
  );
}
