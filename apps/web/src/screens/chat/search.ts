/** The part of a room's address that names a message: its id, and its place for those who do not have it here. */
export interface RoomSearch {
  message?: string | undefined;
  at?: number | undefined;
}

/** Reads a room's query; what is not understood counts as absent. */
export const roomSearch = ({ message, at }: Record<string, unknown>): RoomSearch => ({
  ...(typeof message === 'string' && { message }),
  ...(Number.isSafeInteger(Number(at)) && Number(at) > 0 && { at: Number(at) }),
});
