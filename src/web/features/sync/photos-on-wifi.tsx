import { Switch } from '@mantine/core';
import { useState } from 'react';

import { syncSoon } from '#web/offline/sync/sync-status.ts';
import { isWifiOnly, setWifiOnly, tellsNetwork } from '#web/offline/files/wifi-only.ts';

import classes from './this-device.module.css';

/**
 * Shows the device's switch that keeps photos and other files off mobile data. If the browser does not report
 * its network, there is no switch, because it would have no effect.
 */
export function PhotosOnWifi() {
  const [isOn, setOn] = useState(isWifiOnly);
  if (!tellsNetwork())
    return 'This browser does not say which network it uses. Photos are sent over any.';
  const turn = (on: boolean) => {
    setWifiOnly(on);
    setOn(on);
    if (!on) syncSoon();
  };
  return (
    <>
      <Switch
        aria-label="Photos on Wi-Fi only"
        checked={isOn}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      <span className={classes.explained}>
        {isOn
          ? 'Photos, documents and signatures wait for Wi-Fi. Interviews are sent at once.'
          : 'Photos, documents and signatures are sent over any network.'}
      </span>
    </>
  );
}
