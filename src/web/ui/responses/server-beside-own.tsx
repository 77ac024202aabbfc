import classes from './server-beside-own.module.css';

type Props = {
  /** What is compared: a question, or a field's label. */
  name: string;
  /** The name of the server's side: "Stored", or who changed it and when. */
  serverLabel: string;
  server: string;
  /** True when the server has no value. `server` then says so. */
  isMissing?: boolean;
  own: string;
};

/**
 * Renders one line of a `dl`: the server's value beside the value that was given on this device.
 */
export function ServerBesideOwn({ name, serverLabel, server, isMissing, own }: Props) {
  return (
    <div className={classes.one}>
      <dt>{name}</dt>
      <dd data-missing={isMissing || undefined}>
        <span>{serverLabel}</span>
        {server}
      </dd>
      <dd>
        <span>Yours</span>
        {own}
      </dd>
    </div>
  );
}
