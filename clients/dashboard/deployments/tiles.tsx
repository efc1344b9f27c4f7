import { useApp } from '../app-context.ts';
import { REPORT_GROUPS, type ReportGroup } from '../data/deployment-search.ts';
import type { DeploymentNumbersFragment } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { plural } from './deployment-text.ts';
import classes from './tiles.module.css';

interface Props {
  counts: DeploymentNumbersFragment;
  show: ReportGroup | undefined;
  onShow(group: ReportGroup | undefined): void;
}

/** The report in one sentence, each part with its number; a press shows only its group. */
export function Tiles({ counts, show, onShow }: Props) {
  const { language } = useApp();
  const texts = useDeploymentTexts();
  const number = new Intl.NumberFormat(language);
  const tiles = {
    met: [counts.doesIt, texts.tileMet],
    judge: [counts.changedOtherwise, texts.tileJudge],
    returned: [counts.wentBack, texts.tileReturned],
    other: [counts.unexplained, texts.tileOther],
  } as const;
  return (
    <fieldset className={classes.tiles} aria-label={texts.summary}>
      {REPORT_GROUPS.map((group) => {
        const [count, text] = tiles[group];
        return (
          <button
            key={group}
            type="button"
            className={classes.tile}
            data-group={group}
            data-none={count === 0}
            aria-pressed={show === group}
            disabled={count === 0 && show !== group}
            onClick={() => onShow(show === group ? undefined : group)}
          >
            <strong>{number.format(count)}</strong> {plural(text, count, language)}
          </button>
        );
      })}
    </fieldset>
  );
}
