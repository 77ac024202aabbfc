import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { formatFileSize, formatMoment } from '#web/lib/format.ts';
import { install, useInstallWay } from '#web/offline/app/install.ts';
import {
  askForPersistentStorage,
  browserAsksPerson,
  readStorageRoom,
} from '#web/offline/store/storage-room.ts';
import { useSyncStatus } from '#web/offline/sync/sync-status.ts';
import { Panel } from '#web/ui/panel.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/notices/toast.ts';

import { PhotosOnWifi } from './photos-on-wifi.tsx';
import { RemoveMyData } from './remove-my-data.tsx';
import classes from './this-device.module.css';

/**
 * Shows the state of this device: the last sync, the storage, and whether the app opens without a
 * connection.
 */
export function ThisDevice() {
  const { lastSync } = useSyncStatus();
  const room = useQuery({
    queryKey: ['storage-room'],
    queryFn: readStorageRoom,
    refetchOnMount: 'always',
  });
  const isOnDevice = useQuery({
    queryKey: ['app-on-device'],
    queryFn: isAppOnDevice,
    refetchOnMount: 'always',
  });
  const protect = async () => {
    if (!(await askForPersistentStorage()))
      toast.error(
        'Not protected yet',
        'The browser decides. Installing Bellwether, or using it more often, helps.',
      );
    void room.refetch();
  };
  return (
    <Panel title="This device" actions={<RemoveMyData />}>
      <dl className={classes.facts}>
        <dt>Last sync</dt>
        <dd>{lastSync > 0 ? formatMoment(new Date(lastSync).toISOString()) : 'Not yet'}</dd>
        <dt>Opens with no connection</dt>
        <dd>{isOnDevice.data !== undefined && <Readiness isReady={isOnDevice.data} />}</dd>
        <Install />
        <dt>Photos on Wi-Fi only</dt>
        <dd>
          <PhotosOnWifi />
        </dd>
        <dt>Storage</dt>
        <dd>
          {room.data && <Used bytes={room.data.used} />}
          {room.data === null && 'This browser does not say'}
        </dd>
        <dt>Protected from clearing</dt>
        <dd>
          {room.data?.isProtected && <StatusBadge tone="good">Protected</StatusBadge>}
          {room.data?.isProtected === false && (
            <>
              <StatusBadge tone="warn">Not protected</StatusBadge>
              <span className={classes.explained}>
                When the device runs out of room, the browser may clear what is kept here.
                {browserAsksPerson() && ' Your browser will ask you to allow that it is kept.'}
              </span>
              <Button variant="default" onClick={() => void protect()}>
                Protect
              </Button>
            </>
          )}
          {room.data === null && 'This browser does not say'}
        </dd>
      </dl>
    </Panel>
  );
}

function Used({ bytes }: { bytes: number }) {
  return (
    <>
      {formatFileSize(bytes)} used
      <span className={classes.explained}>
        Browsers do not say how much room the device has left. When it runs out, answers come before
        photos.
      </span>
    </>
  );
}

/**
 * Offers to install the app: it then opens with one tap, and browsers keep its data. Renders
 * nothing once it is installed.
 */
function Install() {
  const way = useInstallWay();
  if (!way) return null;
  return (
    <>
      <dt>On the home screen</dt>
      <dd>
        {way === 'by-hand' ? (
          'In Safari, tap Share, then “Add to Home Screen”.'
        ) : (
          <>
            <StatusBadge tone="neutral">Not installed</StatusBadge>
            <span className={classes.explained}>
              Installed, Bellwether opens like any other app, and the browser keeps its data.
            </span>
            <Button variant="default" onClick={() => void install()}>
              Install
            </Button>
          </>
        )}
      </dd>
    </>
  );
}

function Readiness({ isReady }: { isReady: boolean }) {
  if (isReady) return <StatusBadge tone="good">Ready</StatusBadge>;
  return (
    <>
      <StatusBadge tone="warn">Not yet</StatusBadge>
      <span className={classes.explained}>
        {window.isSecureContext
          ? 'Stay online for a moment: the app is still being kept on this device.'
          : 'Browsers allow it over https only. What is captured here is kept all the same.'}
      </span>
    </>
  );
}

/**
 * Returns whether the app's files are on this device, so that the next page can load without a
 * connection.
 */
async function isAppOnDevice(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  return Boolean((await navigator.serviceWorker.getRegistration())?.active);
}
