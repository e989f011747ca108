/** Sound and film, played out of sealed files piece by piece. */
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { isPart } from './isPart.ts';
import { memoryOf, peakMemory } from './memory.ts';

// A trace would hold every byte of what is uploaded.
test.use({ trace: 'off' });

const mebibyte = 2 ** 20;
/** Samples in a second, 16 bits each. */
const rate = 44_100;
/** Seconds of a recording of 120 MiB, of which the last ten are a tone. */
const seconds = Math.floor((120 * mebibyte) / (2 * rate));
const toneFrom = seconds - 10;

/** Writes a WAV file of silence that ends in ten seconds of a tone. */
async function writeRecording(path: string): Promise<void> {
  const head = Buffer.alloc(44);
  const bytes = seconds * rate * 2;
  head.write('RIFF');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  const tone = Int16Array.from({ length: rate }, (_, i) => Math.sin((i / rate) * 2 * Math.PI * 440) * 12_000);
  const [silent, loud] = [Buffer.alloc(rate * 2), Buffer.from(tone.buffer)];
  const file = await open(path, 'w');
  await file.write(head);
  for (let second = 0; second < seconds; second++) await file.write(second < toneFrom ? silent : loud);
  await file.close();
}

/** Sums up the sealed bytes that a page fetches. */
function countFetched(page: Page) {
  const fetched = { bytes: 0, answers: 0 };
  page.on('response', async (response) => {
    if (!isPart(new URL(response.url()))) return;
    fetched.bytes += Number(response.headers()['content-length']);
    fetched.answers++;
  });
  return fetched;
}

/** Plays from a second on; resolves with how loud it was, from 0 to 128, once it has played a second. */
const loudnessFrom = (player: Locator, at: number): Promise<number> =>
  player.evaluate(async (element: HTMLAudioElement, from) => {
    const audio = new AudioContext();
    const listening = new AnalyserNode(audio);
    audio.createMediaElementSource(element).connect(listening);
    element.currentTime = from;
    await element.play();
    let most = 0;
    while (element.currentTime < from + 1) {
      const heard = new Uint8Array(listening.fftSize);
      listening.getByteTimeDomainData(heard);
      most = Math.max(most, ...heard.map((value) => Math.abs(value - 128)));
      await new Promise((wake) => setTimeout(wake, 50));
    }
    element.pause();
    return most;
  }, at);

test('a long recording plays from near its end, of which little was fetched and nothing is kept', async ({
  browser,
  founder,
  another,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-e2e-'));
  try {
    const ada = await founder('Ada', 'Sound Archive');
    await ada.projects.create('Interviews');
    await ada.projects.show('Interviews', 'Documents');
    const path = join(folder, 'Interview.wav');
    await writeRecording(path);
    await ada.documents.add(path, 'Interview.wav', 200_000);
    await ada.documents.add(
      {
        name: 'List.mp3',
        mimeType: 'audio/mpeg',
        buffer: Buffer.from('#EXTM3U\nhttps://evil.example/1.ts\n'),
      },
      'List.mp3',
    );
    await ada.documents.add(
      { name: 'Noise.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(5_000, 7) },
      'Noise.mp4',
    );

    const there = await another(ada);
    await there.signIn();
    await there.openWorkspace('Sound Archive');
    await there.projects.open('Interviews', 'Documents');
    const { page, documents } = there;
    const player = page.locator('audio[aria-label="Interview.wav"]');
    const fetched = countFetched(page);
    // Its garbage of uploading would hide what playing takes.
    await ada.page.close();
    const idle = await memoryOf(browser);
    const peak = await peakMemory(browser, async () => {
      await documents.preview('Interview.wav');
      await expect(player).toBeVisible();
      await expect(player).toHaveJSProperty('duration', seconds);
      expect(await loudnessFrom(player, seconds - 5)).toBeGreaterThan(20);
    });
    console.log(
      `${fetched.answers} answers with ${(fetched.bytes / mebibyte).toFixed(1)} MiB; renderer ${idle.renderer.toFixed(0)} to ${peak.renderer.toFixed(0)} MiB`,
    );
    expect(fetched.bytes).toBeGreaterThan(0);
    expect(fetched.bytes).toBeLessThan(10 * mebibyte);
    // Held whole, it would be 120 MiB at least; code that loads meanwhile takes some too.
    expect(peak.renderer - idle.renderer).toBeLessThan(100);

    await test.step('keys belong to the controls; another page cannot play it, and after the preview nothing can', async () => {
      const src = (await player.getAttribute('src'))!;
      expect(src).toMatch(/^\/media\/[0-9a-f-]{36}$/);
      // Under a name that no element of the page has loaded.
      const failsIn = (where: Page, name: string) =>
        where.evaluate((address) => {
          const element = new Audio(address);
          return new Promise((resolve) => {
            element.onerror = () => resolve('fails');
            element.onloadedmetadata = () => resolve('plays');
          });
        }, src + name);
      expect(await failsIn(page, '?first')).toBe('plays');
      expect(await page.evaluate(async (address) => (await fetch(address)).status, src)).toBe(404);
      const tab = await page.context().newPage();
      await tab.goto('/login');
      await tab.evaluate(() => navigator.serviceWorker.ready);
      expect(await failsIn(tab, '')).toBe('fails');
      await tab.close();
      await player.focus();
      await page.keyboard.press('ArrowLeft');
      await expect(player).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(player).toBeHidden();
      expect(await failsIn(page, '?after')).toBe('fails');
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
    });

    await test.step('what cannot be played says so, and reaches nothing', async () => {
      for (const name of ['List.mp3', 'Noise.mp4']) {
        await documents.preview(name);
        await expect(page.getByRole('alert').filter({ hasText: 'cannot play this file' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('button', { name: 'Close preview' })).toBeHidden();
      }
    });

    await test.step('a flipped bit is no sound', async () => {
      await page.route(isPart, async (route) => {
        const answer = await route.fetch();
        const body = await answer.body();
        if (body.length > 1_000) body[1_000]! ^= 1;
        await route.fulfill({ response: answer, body });
      });
      await documents.preview('Interview.wav');
      await expect(page.getByRole('alert').filter({ hasText: 'File is damaged' })).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Download' }),
      ).toHaveCount(2);
    });
    there.guard.allow(/\/media\//);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
