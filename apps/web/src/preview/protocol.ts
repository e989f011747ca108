/**
 * The messages between the app and the frame that shows attachments. The frame has an origin of its own and no network:
 * the bytes arrive by message, and none of them leave.
 */

/** A place on a page that somebody fills in: parts of ten thousand of its width and height, from its top left corner. */
export interface ShownPlace {
  /** From 0. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  /** It is for whoever reads, or chosen. */
  isOwn: boolean;
  /** It is to be in view. */
  isInView?: boolean;
}

/** Shows these places over the pages of a PDF, in place of those before. */
export interface PlacesRequest {
  type: 'places';
  places: readonly ShownPlace[];
}

/** A text for one thing and a text for another number of them, in which `{count}` stands. */
export type CountedLabel = Record<'one' | 'other', string>;

export interface ShowRequest {
  type: 'show';
  kind:
    | 'image'
    | 'pdf'
    | 'text'
    | 'markdown'
    | 'csv'
    | 'xlsx'
    | 'ods'
    | 'docx'
    | 'pptx'
    | 'odf'
    | 'eml'
    | 'sound'
    | 'film';
  mimeType: string;
  name: string;
  bytes: ArrayBuffer;
  /** A BCP 47 language tag. */
  language: string;
  /**
   * `page` takes `{page}` and `{pages}`, `found` `{at}` and `{count}`, `cut`, which says what is shown of a table, `{rows}` and
   * `{columns}`; `yes` and `no` stand in cells of tables.
   */
  labels: Record<'page' | 'truncated' | 'leftOut' | 'find' | 'found' | 'cut' | 'yes' | 'no', string> &
    Record<'rows' | 'columns' | 'moreSheets', CountedLabel>;
}

/**
 * `key`: one that the frame has no use for, e.g. an arrow that should lead to the next file. `read`: the number of pages of
 * which the end was in view, and of all. `pointed`: where a page was pointed at, as places are counted.
 */
export type FrameEvent =
  | { type: 'ready' }
  | { type: 'shown' }
  | { type: 'failed' }
  | { type: 'read'; read: number; pages: number }
  | { type: 'pointed'; page: number; x: number; y: number }
  | { type: 'key'; key: string };

/** The keys that the frame hands back. */
export const passedKeys = ['Escape', 'ArrowLeft', 'ArrowRight'];

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Says whether a message from the frame is one of its events; a hostile file must not make it say anything else. */
export function isFrameEvent(data: unknown): data is FrameEvent {
  const event = data as Partial<
    Record<'type' | 'key' | 'read' | 'pages' | 'page' | 'x' | 'y', unknown>
  > | null;
  if (typeof event !== 'object' || event === null) return false;
  if (event.type === 'key') return typeof event.key === 'string' && passedKeys.includes(event.key);
  if (event.type === 'read') return [event.read, event.pages].every(isCount);
  if (event.type === 'pointed') return [event.page, event.x, event.y].every(isCount);
  return event.type === 'ready' || event.type === 'shown' || event.type === 'failed';
}
