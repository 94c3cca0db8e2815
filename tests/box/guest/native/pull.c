/* Pulls gpio-sim lines up and down with exact spacing.
 *
 * Standard input: lines "AT PIN LEVEL", AT in microseconds from the start, in order; then "run PRIORITY" does all of them
 * and forgets them. Standard output: for each write "PIN LEVEL BEFORE AFTER", CLOCK_MONOTONIC nanoseconds around it (the
 * kernel stamps the edge between the two), and "done" once all lines have been at rest for a while.
 *
 * PRIORITY: the kernel's GPIO threads, which hand the edges on, have 50. Below that each write waits until its edge is
 * handed on. Above, the threads wait while the next step is less than a millisecond away: for presses microseconds apart.
 * No line may move twice in such a row.
 *
 * Who is held up is late with all that follows: two steps are never much nearer to each other than asked for. It stays
 * on one processor and takes the kernel's GPIO threads there too: the host may stop one of the machine's two processors
 * for milliseconds while the other goes on, as no real machine does. Like this, whoever presses stops too.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PINS 28
#define MOST 200000
#define WAITING 10	    /* priority */
#define A_ROW 1000	    /* us: steps nearer than that are one row */
#define BEFOREHAND 300000   /* ns */
#define SLIP 5000	    /* ns late before a write: what follows comes as much later */
#define HELD_UP 300000	    /* ns late after a write, as it took so long: the same */
#define REST 8000	    /* us after the last step: every contact is at rest */
#define SLEEP_ABOVE 2000000 /* ns: nearer than that it spins */

struct step {
	long long at;
	int pin, level;
	long long before, after;
};

static struct step steps[MOST];
static int count, file[PINS];
static cpu_set_t here;

static long long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void wait_until(long long t)
{
	long long left = t - now();
	if (left > SLEEP_ABOVE) {
		struct timespec nap = { (left - SLEEP_ABOVE) / 1000000000LL, (left - SLEEP_ABOVE) % 1000000000LL };
		nanosleep(&nap, NULL);
	}
	while (now() < t)
		;
}

static void become(int priority)
{
	struct sched_param wanted = { .sched_priority = priority };
	sched_setscheduler(0, SCHED_FIFO, &wanted);
}

static void run(int priority)
{
	long long start = now() + 1000000, before = 0;

	for (struct step *s = steps; s < steps + count; s++) {
		const char *pull = s->level ? "pull-up" : "pull-down";
		if (s == steps || s->at - before > A_ROW) {
			become(WAITING);
			wait_until(start + s->at * 1000 - BEFOREHAND);
			become(priority);
		}
		before = s->at;
		wait_until(start + s->at * 1000);
		s->before = now();
		if (s->before - start > s->at * 1000 + SLIP)
			start = s->before - s->at * 1000;
		if (pwrite(file[s->pin], pull, strlen(pull), 0) < 0) {
			perror("pull");
			exit(1);
		}
		s->after = now();
		if (s->after - start > s->at * 1000 + HELD_UP)
			start = s->after - s->at * 1000;
	}
	become(WAITING);
	usleep(REST);
	for (struct step *s = steps; s < steps + count; s++)
		printf("%d %d %lld %lld\n", s->pin, s->level, s->before, s->after);
	printf("done\n");
	fflush(stdout);
	count = 0;
}

/* The kernel's GPIO threads of the program: to this processor. */
static void gather(void)
{
	glob_t found;

	if (glob("/proc/[0-9]*/comm", 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char name[32] = "";
		FILE *comm = fopen(found.gl_pathv[i], "r");
		if (comm && fgets(name, sizeof name, comm) && !strncmp(name, "irq/", 4) && strstr(name, "-mopsbox"))
			sched_setaffinity(atoi(found.gl_pathv[i] + strlen("/proc/")), sizeof here, &here);
		if (comm)
			fclose(comm);
	}
	globfree(&found);
}

int main(void)
{
	char line[80];
	int priority;

	for (int pin = 0; pin < PINS; pin++) {
		char path[80];
		snprintf(path, sizeof path, "/run/lines/sim_gpio%d/pull", pin);
		file[pin] = open(path, O_WRONLY);
		if (file[pin] < 0) {
			perror(path);
			return 1;
		}
	}
	CPU_ZERO(&here);
	CPU_SET(0, &here);
	sched_setaffinity(0, sizeof here, &here);
	gather();
	mlockall(MCL_CURRENT);
	while (fgets(line, sizeof line, stdin)) {
		struct step *s = &steps[count];
		if (sscanf(line, "run %d", &priority) == 1) {
			run(priority);
		} else if (count == MOST || sscanf(line, "%lld %d %d", &s->at, &s->pin, &s->level) != 3 || s->pin < 0 ||
			   s->pin >= PINS) {
			fprintf(stderr, "not understood: %s", line);
			return 2;
		} else {
			count++;
		}
	}
	return 0;
}
