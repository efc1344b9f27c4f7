import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { picturePlaceText } from '../data/places.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { Crop } from '../picture/crop.tsx';
import type { Box } from '../picture/view.ts';
import { areaIn, changedBox } from './change-of.ts';
import classes from './element-pictures.module.css';
import { ReportShiftsDocument } from './report.generated.ts';
import type { ReportPlace } from './report-items.ts';

/** Height of a picture, pixels. */
const HEIGHT = 180;

interface Props {
  place: ReportPlace;
  /** Name of the element. */
  name: string;
}

/** The element before and after a deployment. */
export function ElementPictures({ place, name }: Props) {
  const { messages } = useApp();
  const { capture, verdict, change } = place;
  const { comparisonId } = capture;
  const isArea = !verdict && change?.selector === null;
  const [{ data }] = useQuery({
    query: ReportShiftsDocument,
    variables: { id: comparisonId ?? '' },
    // Rows of an area are those of the comparison, which pictures have at other places.
    pause: !isArea || !comparisonId,
  });
  const shifts = data?.comparison?.shifts ?? [];
  const sides = [
    ['before', messages.before, verdict?.beforeUrl, capture.baseline, 'inserted'],
    ['after', messages.after, verdict?.verdict === 'gone' ? null : verdict?.afterUrl, capture.snapshot, 'removed'],
  ] as const;
  return (
    <div className={classes.pair}>
      {sides.map(([side, label, cropUrl, picture, gapKind]) => {
        const gaps = shifts.filter(({ kind }) => kind === gapKind);
        const box = isArea ? change && areaIn(change.region, picture?.height ?? 0, gaps) : changedBox(place, side);
        return (
          <figure key={side} className={classes.side}>
            <figcaption>
              {label}
              {side === 'before' && ` · ${capture.viewport.width} px`}
            </figcaption>
            <Picture
              cropUrl={cropUrl}
              imageUrl={picture?.imageUrl}
              box={box}
              takenAt={picture?.createdAt}
              scale={capture.viewport.deviceScaleFactor}
              label={`${name}, ${label}`}
            />
          </figure>
        );
      })}
    </div>
  );
}

interface PictureProps {
  /** Picture of the element alone. */
  cropUrl: string | null | undefined;
  /** Picture of the page. */
  imageUrl: string | null | undefined;
  /** Box of the element on the page, pixels of its picture. */
  box: Box | undefined;
  scale: number;
  label: string;
  /** Time of the picture of the page. */
  takenAt: string | undefined;
}

function Picture({ cropUrl, imageUrl, box, scale, label, takenAt }: PictureProps) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  if (cropUrl) {
    return (
      <div className={classes.frame} style={{ height: HEIGHT }}>
        <img src={cropUrl} alt={label} loading="lazy" decoding="async" draggable={false} />
      </div>
    );
  }
  if (!imageUrl || !box) {
    return (
      <p className={classes.absent} style={{ height: HEIGHT }}>
        {imageUrl && takenAt ? picturePlaceText('orphaned', takenAt, messages, language) : texts.noPicture}
      </p>
    );
  }
  const [x, y, width, height] = [box.x / scale, box.y / scale, box.width / scale, box.height / scale];
  return <Crop imageUrl={imageUrl} box={{ x, y, width, height }} scale={scale} label={label} height={HEIGHT} isLazy />;
}
